package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.start.FailingProcess;
import dev.countersign.reconcile.testkit.ChildJvm;
import org.junit.jupiter.api.Test;

/** A process in which the virtual machine failed. */
class FatalErrorHandlerIT {

    @Test
    void endsTheProcessWithALineAndACode() throws Exception {
        try (ChildJvm process = ChildJvm.run(FailingProcess.class)) {
            assertThat(process.exitCode()).isEqualTo(FatalErrorHandler.EXIT_CODE);
            assertThat(process.output())
                    .contains("the process ends: the thread worker failed")
                    .contains("StackOverflowError: as deep as it gets");
        }
    }
}
