package dev.countersign.facade.launch;

import picocli.CommandLine.Command;

/** Says the version, as the option {@code --version} does, which is what runs in its place. */
@Command(
        name = VersionCommand.NAME,
        description = "Says which version this is.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {

    static final String NAME = "version";

    @Override
    public void run() {
        throw new IllegalStateException("version is the option --version");
    }
}
