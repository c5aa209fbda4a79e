package dev.countersign.facade.deploy;

import java.util.List;
import java.util.Map;

/** The members of kustomize that files named kustomization.yaml use, and no others. */
record Kustomization(
        String apiVersion,
        String kind,
        String namespace,
        List<Labels> labels,
        List<String> resources,
        List<String> components,
        List<Generator> secretGenerator,
        List<Image> images) {

    record Labels(Map<String, String> pairs) {}

    record Generator(String name, List<String> files) {}

    record Image(String name, String newName, String newTag) {}
}
