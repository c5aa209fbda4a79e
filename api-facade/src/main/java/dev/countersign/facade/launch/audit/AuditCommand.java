package dev.countersign.facade.launch.audit;

import picocli.CommandLine.Command;

/** The trail of what people and keys did. */
@Command(
        name = "audit",
        description = "The trail of what people, API keys and commands did.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AuditVerify.class, AuditRenewKey.class},
        mixinStandardHelpOptions = true)
public final class AuditCommand {}
