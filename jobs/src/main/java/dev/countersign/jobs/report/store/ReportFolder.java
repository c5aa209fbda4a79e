package dev.countersign.jobs.report.store;

import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder of reports. A file gets its name when it is on the disk. */
public record ReportFolder(Path folder) implements ReportStore {

    @Override
    public Path begin(String key, long writer) throws IOException {
        Path file = path(key);
        String name = "." + file.getFileName();
        Path begun = file.resolveSibling(name + "." + writer + ".tmp");
        PrivateFiles.makeParent(begun);
        Pattern begunFiles = Pattern.compile(Pattern.quote(name) + "\\.([0-9]{1,18})\\.tmp");
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(begun.toAbsolutePath().getParent())) {
            for (Path each : files) {
                Matcher left = begunFiles.matcher(each.getFileName().toString());
                if (left.matches() && Long.parseLong(left.group(1)) <= writer) {
                    Files.deleteIfExists(each);
                }
            }
        }
        PrivateFiles.create(begun);
        return begun;
    }

    @Override
    public void put(Path begun, String key) throws IOException {
        move(begun, path(key));
    }

    @Override
    public boolean holds(String key) {
        return Files.isRegularFile(path(key));
    }

    @Override
    public InputStream open(String key) throws IOException {
        return Files.newInputStream(path(key));
    }

    @Override
    public String place(String key) {
        return path(key).toString();
    }

    private Path path(String key) {
        return folder.resolve(key);
    }

    /** Puts a file in its place at once, when it is on the disk. */
    public static void move(Path temporary, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(
                temporary,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder =
                FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
