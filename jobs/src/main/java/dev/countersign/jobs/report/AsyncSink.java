package dev.countersign.jobs.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets a sink work on a thread of its own, beside the one that reads the rows: writing a workbook
 * takes as long as all the rest. It may lag a few batches behind, and no more.
 */
final class AsyncSink implements ReportRows.Sink, AutoCloseable {

    private static final int ROWS_PER_BATCH = 500;
    private static final int BATCHES_AHEAD = 4;

    private final ReportRows.Sink sink;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("report-workbook").factory());
    private final Deque<Future<?>> handedOver = new ArrayDeque<>();
    private List<List<ReportValue>> batch = new ArrayList<>(ROWS_PER_BATCH);

    AsyncSink(ReportRows.Sink sink) {
        this.sink = sink;
    }

    @Override
    public void columns(List<ReportColumn> columns) {
        handOver(() -> sink.columns(columns));
    }

    @Override
    public void row(List<ReportValue> values) {
        batch.add(values);
        if (batch.size() == ROWS_PER_BATCH) {
            handOverBatch();
        }
    }

    /** Waits until the sink has all rows. */
    void end() {
        handOverBatch();
        while (!handedOver.isEmpty()) {
            await(handedOver.remove());
        }
    }

    private void handOverBatch() {
        List<List<ReportValue>> rows = batch;
        batch = new ArrayList<>(ROWS_PER_BATCH);
        handOver(() -> rows.forEach(sink::row));
    }

    private void handOver(Runnable work) {
        if (handedOver.size() == BATCHES_AHEAD) {
            await(handedOver.remove());
        }
        handedOver.add(worker.submit(work));
    }

    private static void await(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a format of a report failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the report was interrupted", e);
        }
    }

    /** Stops the worker. Work that is left undone stays so: the caller or the sink failed. */
    @Override
    public void close() {
        worker.shutdownNow();
        worker.close();
    }
}
