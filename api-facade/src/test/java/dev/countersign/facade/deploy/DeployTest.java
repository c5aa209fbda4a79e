package dev.countersign.facade.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The files of deploy say what their readers know, name what there is, and agree. */
class DeployTest {

    private static final Path DEPLOY = Path.of("deploy");
    private static final Path COMPOSE = DEPLOY.resolve("compose.yaml");
    private static final Path KUBERNETES = DEPLOY.resolve("kubernetes");
    private static final int MANAGEMENT_PORT = 9464;

    /** Kinds that the manifests may have, by their group and version. */
    private static final Map<String, Class<? extends HasMetadata>> KINDS =
            Map.ofEntries(
                    Map.entry("v1 Namespace", Namespace.class),
                    Map.entry("v1 ConfigMap", ConfigMap.class),
                    Map.entry("v1 PersistentVolumeClaim", PersistentVolumeClaim.class),
                    Map.entry("v1 Service", Service.class),
                    Map.entry("apps/v1 Deployment", Deployment.class),
                    Map.entry("apps/v1 StatefulSet", StatefulSet.class),
                    Map.entry("batch/v1 Job", Job.class),
                    Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
                    Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
                    Map.entry(
                            "autoscaling/v2 HorizontalPodAutoscaler",
                            HorizontalPodAutoscaler.class));

    /** Directives of systemd.unit, systemd.service, systemd.exec and systemd.kill, as used. */
    private static final Map<String, Set<String>> DIRECTIVES =
            Map.of(
                    "Unit",
                    Set.of("Description", "After", "Wants", "StartLimitIntervalSec"),
                    "Service",
                    Set.of(
                            """
                            Type User Group EnvironmentFile Environment LoadCredential ExecStart
                            SuccessExitStatus Restart RestartSec RestartForceExitStatus TimeoutStopSec
                            KillMode OOMPolicy LimitNOFILE StateDirectory StateDirectoryMode
                            ReadWritePaths BindPaths UMask NoNewPrivileges CapabilityBoundingSet
                            AmbientCapabilities ProtectSystem ProtectHome PrivateTmp PrivateDevices
                            ProtectClock ProtectHostname ProtectKernelLogs ProtectKernelModules
                            ProtectKernelTunables ProtectControlGroups ProtectProc
                            RestrictAddressFamilies RestrictNamespaces RestrictRealtime
                            RestrictSUIDSGID RemoveIPC LockPersonality MemoryDenyWriteExecute
                            SystemCallArchitectures SystemCallFilter SystemCallErrorNumber
                            """
                                    .strip()
                                    .split("\\s+")),
                    "Install",
                    Set.of("WantedBy"));

    private static final Pattern DIRECTIVE = Pattern.compile("([A-Za-z]+)=.*");
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+)]");
    private static final Pattern VARIABLE =
            Pattern.compile(
                    "(?<![\\w])(?:COUNTERSIGN|SPRING|SERVER|MANAGEMENT|LOGGING)_[A-Z0-9_]+");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `([a-z0-9.-]+)");

    /** Read by the launcher and by migrate, and no settings. */
    private static final Set<String> VARIABLES =
            Set.of(
                    "COUNTERSIGN_HOME",
                    "COUNTERSIGN_JAR",
                    "COUNTERSIGN_OWNER_PASSWORD_FILE",
                    "COUNTERSIGN_APP_PASSWORD_FILE");

    // ---- Kubernetes

    @Test
    void manifestsSayOnlyWhatKubernetesKnows() throws Exception {
        assertThat(manifests())
                .extracting(each -> each.getKind() + " " + each.getMetadata().getName())
                .doesNotHaveDuplicates()
                .contains(
                        "Deployment countersign-api",
                        "StatefulSet countersign-ingest",
                        "Deployment countersign-jobs",
                        "Job countersign-migrate",
                        "HorizontalPodAutoscaler countersign-ingest",
                        "PodDisruptionBudget countersign-api",
                        "PodDisruptionBudget countersign-ingest",
                        "PodDisruptionBudget countersign-jobs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/spec",
                "/spec/template/spec",
                "/spec/template/spec/containers/0",
                "/spec/template/spec/containers/0/securityContext",
                "/spec/template/spec/containers/0/readinessProbe/httpGet"
            })
    void aMemberThatKubernetesDoesNotKnowIsRefused(String place) throws Exception {
        JsonNode deployment = StrictYaml.documents(KUBERNETES.resolve("api.yaml")).getFirst();
        ((ObjectNode) deployment.at(place)).put("runAsNobody", true);

        assertThatThrownBy(() -> StrictYaml.read(deployment, Deployment.class))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("runAsNobody");
    }

    @Test
    void kustomizeFindsEveryManifestAndEverySecret() throws Exception {
        Kustomization all = kustomization();

        assertThat(all.apiVersion()).isEqualTo("kustomize.config.k8s.io/v1beta1");
        try (Stream<Path> files = Files.list(KUBERNETES)) {
            assertThat(files.filter(Files::isRegularFile).map(file -> name(file)))
                    .containsExactlyInAnyOrderElementsOf(
                            with(all.resources(), "kustomization.yaml"));
        }
        Kustomization.Generator generator = all.secretGenerator().getFirst();
        Set<String> made =
                generator.files().stream()
                        .map(Path::of)
                        .map(DeployTest::name)
                        .collect(Collectors.toSet());
        Set<String> used = new TreeSet<>();
        for (PodSpec pod : pods().values()) {
            for (Volume volume : pod.getVolumes()) {
                if (volume.getSecret() != null) {
                    assertThat(volume.getSecret().getSecretName()).isEqualTo(generator.name());
                    volume.getSecret().getItems().forEach(item -> used.add(item.getKey()));
                }
            }
        }
        assertThat(used).isEqualTo(made);
        assertThat(images(pods().values())).containsOnly(all.images().getFirst().name());
    }

    /** They are added by who needs them, and read here all the same. */
    @ParameterizedTest
    @CsvSource({
        "bucket,   443,  countersign-api countersign-jobs",
        "provider, 443,  countersign-api",
        "traces,   4318, countersign-api countersign-ingest countersign-jobs countersign-migrate"
    })
    void aComponentLetsPodsOutToWhatElseTheyUse(String name, int port, String pods)
            throws Exception {
        Path directory = KUBERNETES.resolve("components").resolve(name);
        Kustomization component = kustomization(directory);
        List<HasMetadata> policies = manifests(directory);

        assertThat(component.apiVersion()).isEqualTo("kustomize.config.k8s.io/v1alpha1");
        assertThat(component.kind()).isEqualTo("Component");
        assertThat(policies).hasSize(1);
        NetworkPolicySpec spec = ((NetworkPolicy) policies.getFirst()).getSpec();
        assertThat(spec.getPolicyTypes()).containsExactly("Egress");
        assertThat(spec.getEgress().getFirst().getTo()).isNotEmpty();
        assertThat(spec.getEgress().getFirst().getPorts())
                .extracting(each -> each.getPort().getIntVal())
                .containsExactly(port);
        assertThat(selected(spec.getPodSelector())).containsExactlyInAnyOrder(pods.split(" "));
        assertThat(kustomization().components()).as("by default").isEmpty();
        assertThat(Files.readString(KUBERNETES.resolve("kustomization.yaml")))
                .contains("components/" + name);
    }

    @Test
    void noComponentIsUnread() throws Exception {
        try (Stream<Path> components = Files.list(KUBERNETES.resolve("components"))) {
            assertThat(components.map(DeployTest::name))
                    .containsExactlyInAnyOrder("bucket", "provider", "traces");
        }
    }

    /** The pods that have the labels. */
    private static List<String> selected(LabelSelector selector) throws Exception {
        List<String> names = new ArrayList<>();
        for (HasMetadata each : manifests()) {
            PodTemplateSpec pod = pod(each);
            if (pod != null && isSelected(selector, pod.getMetadata().getLabels())) {
                names.add(each.getMetadata().getName());
            }
        }
        return names;
    }

    private static boolean isSelected(LabelSelector selector, Map<String, String> labels) {
        return labels.entrySet().containsAll(selector.getMatchLabels().entrySet())
                && selector.getMatchExpressions().stream()
                        .allMatch(
                                each ->
                                        each.getOperator().equals("In")
                                                && each.getValues()
                                                        .contains(labels.get(each.getKey())));
    }

    @Test
    void podsMayDoNothingThatTheyNeedNot() throws Exception {
        assertThat(pods()).hasSize(4);
        pods().forEach(
                        (name, pod) -> {
                            assertThat(pod.getAutomountServiceAccountToken()).as(name).isFalse();
                            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
                            assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(10001L);
                            assertThat(pod.getSecurityContext().getSeccompProfile().getType())
                                    .isEqualTo("RuntimeDefault");
                            assertThat(containers(pod))
                                    .allSatisfy(
                                            each -> {
                                                var may = each.getSecurityContext();
                                                assertThat(may.getReadOnlyRootFilesystem())
                                                        .isTrue();
                                                assertThat(may.getAllowPrivilegeEscalation())
                                                        .isFalse();
                                                assertThat(may.getCapabilities().getDrop())
                                                        .containsExactly("ALL");
                                            });
                        });
    }

    @ParameterizedTest
    @CsvSource({"countersign-api", "countersign-ingest", "countersign-jobs"})
    void aProcessIsProbedAtItsManagementPort(String name) throws Exception {
        Container container = pods().get(name).getContainers().getFirst();
        String role = name.substring("countersign-".length());

        assertThat(container.getArgs()).containsExactly("serve", "--roles=" + role);
        assertThat(container.getPorts())
                .anySatisfy(
                        port -> {
                            assertThat(port.getName()).isEqualTo("management");
                            assertThat(port.getContainerPort()).isEqualTo(MANAGEMENT_PORT);
                        });
        assertThat(asks(container.getReadinessProbe()))
                .isEqualTo("/actuator/health/readiness management");
        assertThat(asks(container.getLivenessProbe()))
                .isEqualTo("/actuator/health/liveness management");
        assertThat(asks(container.getStartupProbe()))
                .isEqualTo("/actuator/health/liveness management");
        assertThat(containers(pods().get(name)))
                .allSatisfy(
                        each ->
                                assertThat(each.getVolumeMounts())
                                        .extracting(mount -> mount.getName())
                                        .isSubsetOf(
                                                pods().get(name).getVolumes().stream()
                                                        .map(Volume::getName)
                                                        .toList()));
    }

    @Test
    void scalingAsksForAMetricThatTheAlertsAskForToo() throws Exception {
        HorizontalPodAutoscaler scaling =
                (HorizontalPodAutoscaler)
                        manifests().stream()
                                .filter(HorizontalPodAutoscaler.class::isInstance)
                                .findAny()
                                .orElseThrow();
        String metric =
                scaling.getSpec().getMetrics().getFirst().getExternal().getMetric().getName();

        assertThat(Files.readString(DEPLOY.resolve("prometheus/countersign.rules.yaml")))
                .contains(metric);
    }

    // ---- Compose

    @Test
    void composeHasTwoProcessesOfEachRole() throws Exception {
        ComposeFile file = compose();

        for (String role : List.of("api", "ingest", "jobs")) {
            List<ComposeFile.Service> processes =
                    List.of(file.services().get(role + "-1"), file.services().get(role + "-2"));
            assertThat(processes)
                    .allSatisfy(
                            process -> {
                                assertThat(process.command())
                                        .containsExactly("serve", "--roles=" + role);
                                assertThat(process.readOnly()).isTrue();
                                assertThat(process.capDrop()).containsExactly("ALL");
                                assertThat(process.dependsOn().get("migrate").condition())
                                        .isEqualTo(ComposeFile.Condition.COMPLETED);
                            });
        }
        assertThat(file.services().get("ingest-1").environment())
                .isNotEqualTo(file.services().get("ingest-2").environment());
    }

    @Test
    void composeNamesOnlyWhatItHas() throws Exception {
        ComposeFile file = compose();

        file.services()
                .forEach(
                        (name, service) -> {
                            assertThat(file.secrets().keySet())
                                    .as(name)
                                    .containsAll(service.usedSecrets());
                            if (service.dependsOn() != null) {
                                assertThat(file.services().keySet())
                                        .containsAll(service.dependsOn().keySet());
                            }
                            for (String mount : service.mounts()) {
                                String source = mount.substring(0, mount.indexOf(':'));
                                if (source.startsWith(".")) {
                                    assertThat(DEPLOY.resolve(source)).exists();
                                } else {
                                    assertThat(file.volumes()).containsKey(source);
                                }
                            }
                            if (service.build() != null) {
                                assertThat(
                                                DEPLOY.resolve(service.build().context())
                                                        .resolve(service.build().dockerfile()))
                                        .exists();
                            }
                        });
    }

    @Test
    void prometheusAsksEveryProcessOfCompose() throws Exception {
        JsonNode settings =
                StrictYaml.documents(DEPLOY.resolve("prometheus/prometheus.yaml")).getFirst();
        Set<String> processes =
                compose().services().entrySet().stream()
                        .filter(each -> each.getValue().isProduct())
                        .filter(each -> each.getValue().command().getFirst().equals("serve"))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());

        assertThat(settings.at("/scrape_configs/0/static_configs/0/targets").valueStream())
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrderElementsOf(
                        processes.stream().map(name -> name + ":" + MANAGEMENT_PORT).toList());
        for (JsonNode rules : settings.at("/rule_files")) {
            assertThat(DEPLOY.resolve("prometheus").resolve(rules.asString())).exists();
        }
        for (String process : processes) {
            String hosts =
                    compose().services().get(process).environment().get("COUNTERSIGN_HTTP_HOSTS");
            assertThat(hosts.split(",")).contains(process);
        }
    }

    @Test
    void grafanaFindsTheDashboardWhereItIsMounted() throws Exception {
        JsonNode provider =
                StrictYaml.documents(
                                DEPLOY.resolve("grafana/provisioning/dashboards/countersign.yaml"))
                        .getFirst();

        assertThat(compose().services().get("grafana").mounts())
                .contains(
                        "./grafana/countersign.json:"
                                + provider.at("/providers/0/options/path").asString()
                                + "/countersign.json:ro");
    }

    @Test
    void aMemberThatComposeDoesNotKnowIsRefused() throws Exception {
        ObjectNode file = withoutExtensions();
        ((ObjectNode) file.at("/services/api-1")).put("privilegde", false);

        assertThatThrownBy(() -> StrictYaml.read(file, ComposeFile.class))
                .hasMessageContaining("privilegde");
    }

    // ---- systemd

    @ParameterizedTest
    @ValueSource(strings = {"countersign@.service", "countersign-migrate.service"})
    void unitsHaveDirectivesThatSystemdKnows(String unit) throws Exception {
        String section = "";
        for (String line : Files.readAllLines(DEPLOY.resolve("systemd").resolve(unit))) {
            var begins = SECTION.matcher(line);
            var directive = DIRECTIVE.matcher(line);
            if (begins.matches()) {
                section = begins.group(1);
                assertThat(DIRECTIVES).containsKey(section);
            } else if (directive.matches()) {
                assertThat(DIRECTIVES.get(section)).as(unit).contains(directive.group(1));
            } else {
                assertThat(line).matches("#.*|");
            }
        }
    }

    @Test
    void aProcessThatAsksForItIsStartedAgain() throws Exception {
        assertThat(Files.readAllLines(DEPLOY.resolve("systemd/countersign@.service")))
                .contains("Restart=always", "RestartForceExitStatus=3 70", "UMask=0077");
    }

    // ---- all of it

    @Test
    void everyVariableIsASetting() throws Exception {
        Set<String> settings =
                DOCUMENTED
                        .matcher(Files.readString(Path.of("docs/settings.md")))
                        .results()
                        .map(each -> variable(each.group(1)))
                        .collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>();
        Set<String> named = new TreeSet<>();
        for (Path file : files()) {
            named.addAll(
                    VARIABLE.matcher(Files.readString(file))
                            .results()
                            .map(MatchResult::group)
                            .toList());
        }
        for (String name : named) {
            String setting = name.replaceFirst("_FILE$", "");
            if (!VARIABLES.contains(name) && !settings.contains(setting)) {
                unknown.add(name);
            }
        }

        assertThat(named).hasSizeGreaterThan(10);
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyImageHasItsVersion() throws Exception {
        Pattern version = Pattern.compile("[\\w./-]+:v?\\d+\\.\\d+[\\w.-]*");
        Set<String> images = new TreeSet<>();
        compose().services().values().forEach(service -> images.add(service.image()));
        kustomization().images().forEach(each -> images.add(each.newName() + ":" + each.newTag()));
        String containerfile = Files.readString(DEPLOY.resolve("Containerfile"));
        String base = found("(?m)^ARG BASE=(\\S+)$", containerfile);
        images.add(base);

        assertThat(images).hasSizeGreaterThan(5).allMatch(each -> version.matcher(each).matches());
        assertThat(found("<image.base>(.*)</image.base>", Files.readString(Path.of("pom.xml"))))
                .as("the base of both images")
                .isEqualTo(base);
        assertThat(found("(?m)^USER (\\S+)$", containerfile)).isEqualTo("10001:10001");
    }

    @Test
    void noPasswordIsInAnyFile() throws Exception {
        for (Path file : files()) {
            assertThat(Files.readString(file))
                    .as("%s", file)
                    .doesNotContainPattern(
                            "(?i)(password|secret)[a-z]*[=:] *[\"']?[a-z0-9]{6,}\\s");
        }
    }

    // ---- reading

    private static String variable(String setting) {
        return setting.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static String found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> files() throws Exception {
        try (Stream<Path> files = Files.walk(DEPLOY)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/secrets/"))
                    .toList();
        }
    }

    private static Kustomization kustomization() throws Exception {
        return kustomization(KUBERNETES);
    }

    private static Kustomization kustomization(Path directory) throws Exception {
        return StrictYaml.read(
                StrictYaml.documents(directory.resolve("kustomization.yaml")).getFirst(),
                Kustomization.class);
    }

    private static List<HasMetadata> manifests() throws Exception {
        return manifests(KUBERNETES);
    }

    private static List<HasMetadata> manifests(Path directory) throws Exception {
        List<HasMetadata> manifests = new ArrayList<>();
        for (String file : kustomization(directory).resources()) {
            for (JsonNode document : StrictYaml.documents(directory.resolve(file))) {
                String kind =
                        document.at("/apiVersion").asString()
                                + " "
                                + document.at("/kind").asString();
                assertThat(KINDS).as(file).containsKey(kind);
                manifests.add(StrictYaml.read(document, KINDS.get(kind)));
            }
        }
        return manifests;
    }

    private static Map<String, PodSpec> pods() throws Exception {
        Map<String, PodSpec> pods = new LinkedHashMap<>();
        for (HasMetadata each : manifests()) {
            PodTemplateSpec pod = pod(each);
            if (pod != null) {
                pods.put(each.getMetadata().getName(), pod.getSpec());
            }
        }
        return pods;
    }

    private static @Nullable PodTemplateSpec pod(HasMetadata manifest) {
        return switch (manifest) {
            case Deployment of -> of.getSpec().getTemplate();
            case StatefulSet of -> of.getSpec().getTemplate();
            case Job of -> of.getSpec().getTemplate();
            default -> null;
        };
    }

    private static List<Container> containers(PodSpec pod) {
        List<Container> containers = new ArrayList<>(pod.getInitContainers());
        containers.addAll(pod.getContainers());
        return containers;
    }

    private static Set<String> images(Iterable<PodSpec> pods) {
        Set<String> images = new TreeSet<>();
        pods.forEach(pod -> containers(pod).forEach(each -> images.add(each.getImage())));
        return images;
    }

    private static String asks(Probe probe) {
        HTTPGetAction get = probe.getHttpGet();
        return get.getPath() + " " + get.getPort().getStrVal();
    }

    private static ComposeFile compose() throws Exception {
        return StrictYaml.read(withoutExtensions(), ComposeFile.class);
    }

    private static ObjectNode withoutExtensions() throws Exception {
        ObjectNode file = (ObjectNode) StrictYaml.documents(COMPOSE).getFirst();
        file.remove(
                file.properties().stream()
                        .filter(ComposeFile::isExtension)
                        .map(Map.Entry::getKey)
                        .toList());
        return file;
    }

    private static List<String> with(List<String> names, String another) {
        return Stream.concat(names.stream(), Stream.of(another)).toList();
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
