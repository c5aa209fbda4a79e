package dev.countersign.facade.launch.start;

/**
 * The part of the product that a process runs. By default a process runs all of them. They run
 * apart where each is to grow on its own.
 */
public enum Role {
    /** Answers the REST interface and shows the console. */
    API,
    /** Reads the feed, decides and answers. */
    INGEST,
    /** Runs the night. */
    JOBS
}
