package dev.countersign.facade.deploy;

import java.util.List;
import java.util.Map;

/** What kustomization.yaml may say: of kustomize's members, those that it uses. */
record Kustomization(
        String apiVersion,
        String kind,
        String namespace,
        List<Labels> labels,
        List<String> resources,
        List<Generator> secretGenerator,
        List<Image> images) {

    record Labels(Map<String, String> pairs) {}

    record Generator(String name, List<String> files) {}

    record Image(String name, String newName, String newTag) {}
}
