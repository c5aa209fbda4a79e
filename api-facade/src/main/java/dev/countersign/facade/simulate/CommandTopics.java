package dev.countersign.facade.simulate;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.facade.local.Servers;
import dev.countersign.ingest.feed.topic.Topics;

/** Names of the topics on the broker that a command works with. */
public final class CommandTopics {

    private CommandTopics() {}

    /** Those of the settings, else those of a product that runs here on that broker. */
    public static Topics on(Servers servers) {
        Topics set = ProcessSettings.read(Topics.SETTINGS, Topics.class);
        return new Topics(servers.topicPrefix(set.prefix()));
    }
}
