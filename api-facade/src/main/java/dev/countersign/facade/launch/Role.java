package dev.countersign.facade.launch;

/** What one process does. All of it by default; apart where each is to grow on its own. */
enum Role {
    /** Answers the REST interface and shows the console. */
    API,
    /** Reads the feed, decides and answers. */
    INGEST,
    /** Runs the night. */
    JOBS
}
