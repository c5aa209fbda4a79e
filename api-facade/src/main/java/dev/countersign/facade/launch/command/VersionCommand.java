package dev.countersign.facade.launch.command;

import picocli.CommandLine.Command;

/** Says the version, as the option {@code --version} does, which is what runs in its place. */
@Command(
        name = VersionCommand.NAME,
        description = "Says which version this is.",
        mixinStandardHelpOptions = true)
public final class VersionCommand implements Runnable {

    public static final String NAME = "version";

    @Override
    public void run() {
        throw new IllegalStateException("version is the option --version");
    }
}
