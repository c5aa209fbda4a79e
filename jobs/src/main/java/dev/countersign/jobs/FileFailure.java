package dev.countersign.jobs;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Text for the operator about a file that could not be used. The failure's own message may be the
 * name alone.
 */
public final class FileFailure {

    private FileFailure() {}

    /** A sentence that names the file and says why. */
    public static String sentence(FileSystemException failure) {
        return failure.getFile() + " cannot be used: " + why(failure) + ".";
    }

    private static String why(FileSystemException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "this user may not";
            case FileAlreadyExistsException taken -> "it is there already, and is no folder";
            case NoSuchFileException missing ->
                    "it is not there, or its folder is not: name another, or make the folder";
            default ->
                    failure.getReason() == null
                            ? failure.getClass().getSimpleName()
                            : failure.getReason();
        };
    }
}
