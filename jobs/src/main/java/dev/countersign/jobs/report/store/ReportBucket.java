package dev.countersign.jobs.report.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A bucket of an object store that speaks S3. Files are written beside this process first, since
 * their hashes are known at their end.
 *
 * @param prefix of all keys; empty, or ending with a slash
 * @param drafts folder in which files are written
 */
record ReportBucket(S3Client client, String bucket, String prefix, Path drafts)
        implements ReportStore {

    private static final int NOT_FOUND = 404;

    @Override
    public Path begin(String key, long writer) throws IOException {
        return new ReportFolder(drafts).begin(key, writer);
    }

    @Override
    public void put(Path begun, String key) throws IOException {
        try {
            var unused =
                    client.putObject(
                            request -> request.bucket(bucket).key(prefix + key),
                            RequestBody.fromFile(begun));
        } catch (SdkException e) {
            throw failed(key, e);
        }
        Files.delete(begun);
    }

    @Override
    public boolean holds(String key) throws IOException {
        try {
            var unused = client.headObject(request -> request.bucket(bucket).key(prefix + key));
            return true;
        } catch (SdkException e) {
            if (isMissing(e)) {
                return false;
            }
            throw failed(key, e);
        }
    }

    @Override
    public InputStream open(String key) throws IOException {
        try {
            return client.getObject(request -> request.bucket(bucket).key(prefix + key));
        } catch (SdkException e) {
            if (isMissing(e)) {
                throw new NoSuchFileException(place(key));
            }
            throw failed(key, e);
        }
    }

    @Override
    public String place(String key) {
        return "s3://" + bucket + "/" + prefix + key;
    }

    private static boolean isMissing(SdkException e) {
        return e instanceof S3Exception told && told.statusCode() == NOT_FOUND;
    }

    /** Tells people which file it was; the failure of the client goes beside it. */
    private FileSystemException failed(String key, SdkException e) {
        FileSystemException failed =
                new FileSystemException(
                        place(key), null, "the object store did not take or give it: " + reason(e));
        failed.addSuppressed(e);
        return failed;
    }

    private static String reason(Throwable e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.lines().findFirst().orElse(message);
    }
}
