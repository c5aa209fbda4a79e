package dev.countersign.jobs;

import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;

/** A place of reports where a writer stands still at one of its files, until it comes back. */
final class StandingReports implements ReportStore, AutoCloseable {

    private final ReportStore real;
    private final String moment;
    private final String report;
    private final String mark;
    private final CountDownLatch stands = new CountDownLatch(1);
    private final CountDownLatch comesBack = new CountDownLatch(1);

    /**
     * @param moment end of the key of a file, before it is begun or put in place
     * @param mark end of each file of that report, and of all that are put in place after it came
     *     back, which tells them from those of others
     */
    StandingReports(ReportStore real, String moment, String mark) {
        this.real = real;
        this.moment = moment;
        this.report = moment.substring(0, moment.indexOf('.'));
        this.mark = mark;
    }

    void awaitStanding() {
        Patience.until(() -> stands.getCount() == 0);
    }

    void comeBack() {
        comesBack.countDown();
    }

    private void standAt(String key) {
        if (!key.endsWith(moment)) {
            return;
        }
        stands.countDown();
        try {
            comesBack.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Path begin(String key, long writer) throws IOException {
        standAt(key);
        return real.begin(key, writer);
    }

    @Override
    public void put(Path begun, String key) throws IOException {
        boolean cameBack = comesBack.getCount() == 0;
        if (cameBack || key.contains("/" + report)) {
            Files.writeString(begun, mark, StandardOpenOption.APPEND);
        }
        standAt(key);
        real.put(begun, key);
    }

    @Override
    public boolean holds(String key) throws IOException {
        return real.holds(key);
    }

    @Override
    public InputStream open(String key) throws IOException {
        return real.open(key);
    }

    @Override
    public String place(String key) {
        return real.place(key);
    }

    @Override
    public void close() {
        comeBack();
    }
}
