package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.store.Page;
import dev.countersign.reconcile.store.ProgramStore;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The card programs of a book, to be read. */
public final class Programs {

    private final Database database;
    private final ProgramStore programs;

    public Programs(Database database, ProgramStore programs) {
        this.database = database;
        this.programs = programs;
    }

    /** One program, if the book has it. */
    public Optional<Program> find(Book book, ProgramId id) {
        return database.read(handle -> programs.find(handle, book, id));
    }

    /** A page of programs, newest first. */
    public Page<Program> list(Book book, @Nullable UUID after, int limit) {
        return database.read(handle -> programs.list(handle, book, after, limit));
    }
}
