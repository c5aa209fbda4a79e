package dev.countersign.facade.administer;

import picocli.CommandLine.Command;

/** The trail of what people and keys changed. */
@Command(
        name = "audit",
        description = "The trail of what people and API keys changed.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = AuditVerify.class,
        mixinStandardHelpOptions = true)
public final class AuditCommand {}
