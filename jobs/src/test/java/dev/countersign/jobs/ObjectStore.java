package dev.countersign.jobs;

import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A real object store, as a process of its own, with one bucket. */
final class ObjectStore implements AutoCloseable {

    static final String BUCKET = "issuer";
    static final String USER = "reports";
    static final String PASSWORD = "of-a-test";
    static final String REGION = "us-east-1";

    private final Path folder;
    private final int port;
    private final S3Client client;
    private Process process;

    private ObjectStore(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.port = LoopbackPort.claim(LoopbackPort.ANY, "the object store", "none");
        this.process = start();
        this.client =
                S3Client.builder()
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .endpointOverride(endpoint())
                        .forcePathStyle(true)
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                        .region(Region.of(REGION))
                        .credentialsProvider(
                                StaticCredentialsProvider.create(
                                        AwsBasicCredentials.create(USER, PASSWORD)))
                        .build();
    }

    /** Starts one that keeps its objects in a folder. */
    static ObjectStore start(Path folder) throws Exception {
        ObjectStore store = new ObjectStore(folder);
        store.awaitAnswer();
        var unused = store.client.createBucket(request -> request.bucket(BUCKET));
        return store;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Ends it, as when its machine is away. */
    void goAway() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts it again on what it has. */
    void comeBack() throws Exception {
        process = start();
        awaitAnswer();
    }

    void delete(String key) {
        var unused = client.deleteObject(request -> request.bucket(BUCKET).key(key));
    }

    /** All objects, by their keys. */
    Map<String, byte[]> objects() {
        Map<String, byte[]> objects = new TreeMap<>();
        for (S3Object each :
                client.listObjectsV2Paginator(request -> request.bucket(BUCKET)).contents()) {
            objects.put(
                    each.key(),
                    client.getObjectAsBytes(request -> request.bucket(BUCKET).key(each.key()))
                            .asByteArray());
        }
        return objects;
    }

    private Process start() throws IOException {
        Path settings =
                Files.writeString(
                        folder.resolveSibling("s3proxy.conf"),
                        String.join(
                                "\n",
                                "s3proxy.endpoint=" + endpoint(),
                                "s3proxy.authorization=aws-v2-or-v4",
                                "s3proxy.identity=" + USER,
                                "s3proxy.credential=" + PASSWORD,
                                "jclouds.provider=filesystem-nio2",
                                "jclouds.identity=none",
                                "jclouds.credential=none",
                                "jclouds.filesystem.basedir=" + folder));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        "target/object-store/s3proxy.jar",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolveSibling("s3proxy.log").toFile())
                .start();
    }

    private void awaitAnswer() throws InterruptedException {
        Patience.until(
                () -> {
                    try {
                        return client.listBuckets() != null;
                    } catch (SdkException e) {
                        return false;
                    }
                });
    }

    @Override
    public void close() {
        client.close();
        process.destroyForcibly();
    }
}
