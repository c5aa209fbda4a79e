package dev.countersign.facade.testkit;

import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.audit.ChainCheck;
import dev.countersign.reconcile.service.audit.ChainWitness;
import dev.countersign.reconcile.service.issuing.Accounts.FirstKeys;
import dev.countersign.reconcile.testkit.EndOfTests;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.TestPostgres;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The whole product in the JVM of the tests, on a database and topics of its own: started at the
 * first call, stopped with the JVM. Tests share it, so each makes what it needs.
 */
public final class TestProduct {

    private static final String DATABASE = "test_product";
    private static final int PARTITIONS = 4;

    private final ConfigurableApplicationContext context;
    private final List<String> settings;
    private final FirstKeys keys;
    private final String database;
    private final FeedTopics feed;

    private TestProduct(
            ConfigurableApplicationContext context,
            List<String> settings,
            FirstKeys keys,
            String database,
            FeedTopics feed) {
        this.context = context;
        this.settings = settings;
        this.keys = keys;
        this.database = database;
        this.feed = feed;
    }

    /** The product, ready for messages. */
    public static TestProduct running() {
        return Holder.PRODUCT;
    }

    private static final class Holder {
        static final TestProduct PRODUCT = start(DATABASE, TestKafka.clientFile());
    }

    /**
     * Another product, on a broker of its own, for tests that leave much behind; who starts it
     * stops it.
     */
    public static TestProduct alone(String database, Path clientFile) {
        return start(database, clientFile);
    }

    /** Ends a product that was started alone. */
    public void stop() {
        context.close();
    }

    private static TestProduct start(String database, Path clientFile) {
        try {
            TestPostgres.server().create(database);
            Path directory = Files.createTempDirectory(Path.of("target"), "test-product");
            FeedTopics feed = new FeedTopics(clientFile, PARTITIONS).recreate();
            List<String> settings = new ArrayList<>();
            Map<String, Object> client = ClientFile.read(clientFile);
            client.forEach(
                    (name, value) ->
                            settings.add("--spring.kafka.properties." + name + "=" + value));
            settings.addAll(
                    List.of(
                            "--spring.datasource.url=" + TestPostgres.server().url(database),
                            "--spring.kafka.bootstrap-servers=" + client.get("bootstrap.servers"),
                            "--countersign.vault.key-store=" + directory.resolve("vault.p12"),
                            "--countersign.vault.password=test",
                            "--countersign.audit.checkpoint-file="
                                    + directory.resolve("audit-checkpoints.jsonl"),
                            "--countersign.api.reads-per-second=100000",
                            "--countersign.api.writes-per-second=100000",
                            "--countersign.console.password-strength=4",
                            "--countersign.console.failures-per-source=100000",
                            "--server.port=0"));
            ConfigurableApplicationContext context = ProductForTests.start(settings);
            EndOfTests.then(context::close);
            Reconcile book = context.getBean(Reconcile.class);
            FirstKeys keys = book.accounts().openFirst().orElseThrow();
            Book sandbox = new Book(keys.account(), Mode.SANDBOX);
            book.pins().keyOf(sandbox);
            TestProduct product = new TestProduct(context, settings, keys, database, feed);
            product.awaitWholeFeed();
            return product;
        } catch (Exception e) {
            throw new IllegalStateException("the product did not start", e);
        }
    }

    /** With what another process of the same product is started. */
    public List<String> settings() {
        return settings;
    }

    /** Waits until it owns all partitions: at first, and after others who took some have ended. */
    public void awaitWholeFeed() throws InterruptedException {
        FeedService stream = context.getBean(FeedService.class);
        Patience.until(() -> stream.owned().size() == PARTITIONS);
    }

    /** The book behind it. */
    public Reconcile book() {
        return context.getBean(Reconcile.class);
    }

    /** The operators of its console, and the audit trail. */
    public Console console() {
        return context.getBean(Console.class);
    }

    /** Moves what was written to the end of the audit trail. */
    public void sealTrail() {
        var unused = context.getBean(AuditChain.class).seal();
    }

    /** The actions of somebody on the audit trail, the newest first. */
    public List<String> trailOf(String actor) {
        sealTrail();
        return console()
                .trail()
                .list(new AuditFilter(actor, null), ListPosition.start(), 50)
                .stream()
                .map(each -> each.action().name())
                .toList();
    }

    /** Looks at the chain of the audit trail alone. */
    public ChainCheck verifyTrail() {
        return Console.openVerification(
                        context.getBean(Database.class), context.getBean(KeyProvider.class))
                .verify(List.of(), ChainWitness.NONE);
    }

    /** The address of the book's database. */
    public String databaseUrl() {
        return TestPostgres.server().url(database);
    }

    /** The folder of its nights' reports. */
    public static Path reports() {
        return DataDirectory.ofThisProcess().reports();
    }

    /** The number of messages of the feed that are not decided; empty when that cannot be told. */
    public OptionalLong behind() {
        return context.getBean(FeedLag.class).messages();
    }

    /** The topics that it reads and writes. */
    public FeedTopics feed() {
        return feed;
    }

    /** A caller with a key that may do everything. */
    public ApiCaller caller(Mode mode) {
        return caller(mode, context);
    }

    /** The same caller at another process of this product. */
    public ApiCaller caller(Mode mode, ApplicationContext process) {
        return new ApiCaller(address(process) + path(mode), key(mode));
    }

    /** Every row of every table, as text. */
    public List<String> dump() {
        return book().database()
                .read(
                        handle ->
                                handle
                                        .createQuery(
                                                """
                                                select table_name
                                                  from information_schema.tables
                                                 where table_schema = 'public'
                                                   and table_type = 'BASE TABLE'
                                                """)
                                        .mapTo(String.class)
                                        .list()
                                        .stream()
                                        .flatMap(
                                                table ->
                                                        handle
                                                                .createQuery(
                                                                        "select row::text from \"%s\" row"
                                                                                .formatted(table))
                                                                .mapTo(String.class)
                                                                .list()
                                                                .stream())
                                        .toList());
    }

    /** The response of the server at a path, without any key. */
    public HttpResponse<String> page(String path) throws IOException, InterruptedException {
        return get(address() + path);
    }

    /** The metrics of the process, as Prometheus reads them. */
    public String metrics() throws IOException, InterruptedException {
        return managed(context, "/actuator/prometheus").body();
    }

    /** The address of its management port. */
    public URI management() {
        return management(context);
    }

    /** The response of a process at its management port. */
    public static HttpResponse<String> managed(ApplicationContext process, String path)
            throws IOException, InterruptedException {
        return get(management(process) + path);
    }

    private static URI management(ApplicationContext process) {
        String port = process.getEnvironment().getRequiredProperty("local.management.port");
        return URI.create("http://127.0.0.1:" + port);
    }

    private static HttpResponse<String> get(String address)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        }
    }

    /** The paths and methods that resources answer, such as {@code GET /v1/cards/{card_id}}. */
    public Set<String> routes() {
        return context
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .stream()
                .flatMap(
                        route ->
                                route.getMethodsCondition().getMethods().stream()
                                        .flatMap(
                                                method ->
                                                        route.getPatternValues().stream()
                                                                .map(path -> method + " " + path)))
                .collect(Collectors.toSet());
    }

    /** The address of the server. */
    public String address() {
        return address(context);
    }

    private static String address(ApplicationContext process) {
        return "http://127.0.0.1:"
                + process.getEnvironment().getRequiredProperty("local.server.port");
    }

    /** The first key of a mode. */
    public String key(Mode mode) {
        return mode == Mode.LIVE ? keys.live() : keys.sandbox();
    }

    /** The book that its sandbox key is of. */
    public Book sandbox() {
        return new Book(keys.account(), Mode.SANDBOX);
    }

    /** A caller whose key belongs to the other address. */
    public ApiCaller callerWithOtherKey(Mode mode) {
        return callerWith(mode, mode == Mode.LIVE ? keys.sandbox() : keys.live());
    }

    /** A caller with a new key that may do everything, on which nothing was counted yet. */
    public ApiCaller callerWithNewKey(Mode mode) {
        Reconcile book = book();
        Book of = new Book(keys.account(), mode);
        NewKey wanted = new NewKey(of, "test", ApiKeys.SCOPES, null);
        return callerWith(mode, book.apiKeys().create(wanted).text());
    }

    /** A caller with a key of its own, or none where it is blank. */
    public ApiCaller callerWith(Mode mode, String key) {
        return new ApiCaller(address() + path(mode), key);
    }

    private static String path(Mode mode) {
        return mode == Mode.LIVE ? "/v1" : "/sandbox/v1";
    }
}
