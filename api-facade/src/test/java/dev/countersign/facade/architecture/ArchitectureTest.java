package dev.countersign.facade.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Jdbi;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Configuration;

/** The walls of the house: dependencies that must never be. */
@AnalyzeClasses(
        packages = "dev.countersign",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

    /** The test kits of other modules come as jars where the whole build runs. */
    static final class NoTestJars implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String RECONCILE = "dev.countersign.reconcile..";
    private static final String DOMAIN = "dev.countersign.reconcile.domain..";
    private static final String STORE = "dev.countersign.reconcile.store..";
    private static final String SERVICE = "dev.countersign.reconcile.service..";
    private static final String INGEST = "dev.countersign.ingest..";
    private static final String JOBS = "dev.countersign.jobs..";
    private static final String FACADE = "dev.countersign.facade..";
    private static final String LAUNCH = "dev.countersign.facade.launch..";

    @ArchTest
    static final ArchRule the_core_sees_no_door_and_no_framework =
            noClasses()
                    .that()
                    .resideInAPackage(RECONCILE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            INGEST,
                            JOBS,
                            FACADE,
                            "org.springframework..",
                            "org.apache.kafka..",
                            "jakarta.servlet..",
                            "org.slf4j..",
                            "io.micrometer..");

    @ArchTest
    static final ArchRule the_stream_and_the_night_never_meet =
            noClasses()
                    .that()
                    .resideInAPackage(INGEST)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(JOBS, FACADE);

    @ArchTest
    static final ArchRule the_night_and_the_stream_never_meet =
            noClasses()
                    .that()
                    .resideInAPackage(JOBS)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(INGEST, FACADE);

    @ArchTest
    static final ArchRule
            only_the_launcher_the_simulator_the_sandbox_and_the_console_see_the_doors =
                    noClasses()
                            .that()
                            .resideInAPackage(FACADE)
                            .and()
                            .resideOutsideOfPackages(
                                    LAUNCH,
                                    "dev.countersign.facade.simulate..",
                                    "dev.countersign.facade.sandbox..",
                                    "dev.countersign.facade.console",
                                    "dev.countersign.facade.console.night..",
                                    "dev.countersign.facade.console.proof..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(INGEST, JOBS);

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("dev.countersign.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_domain_sees_only_java_and_itself =
            classes()
                    .that()
                    .resideInAPackage(DOMAIN)
                    .should()
                    .onlyDependOnClassesThat(
                            resideInAnyPackage("java..", "org.jspecify..", DOMAIN));

    /** Resources, pages and commands call services. */
    @ArchTest
    static final ArchRule the_edge_sees_neither_stores_nor_jdbi =
            noClasses()
                    .that()
                    .resideInAPackage(FACADE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(STORE, "org.jdbi..");

    @ArchTest
    static final ArchRule stores_do_not_see_services =
            noClasses()
                    .that()
                    .resideInAPackage(STORE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(SERVICE);

    @ArchTest
    static final ArchRule domain_and_stores_are_handed_time_and_chance =
            noClasses()
                    .that()
                    .resideInAnyPackage(DOMAIN, STORE)
                    .should()
                    .callMethodWhere(readsTheClock())
                    .orShould()
                    .callMethodWhere(takesTheDefaultZone())
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(RandomGenerator.class);

    @ArchTest
    static final ArchRule database_transactions_begin_in_one_class =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(JOBS)
                    .and()
                    .doNotHaveSimpleName("Database")
                    .should()
                    .callMethodWhere(beginsATransaction());

    /** One that tells no bound value when a statement fails. */
    @ArchTest
    static final ArchRule jdbi_is_made_in_one_class =
            noClasses()
                    .that()
                    .resideInAnyPackage(RECONCILE, INGEST, JOBS, FACADE)
                    .and()
                    .doNotHaveSimpleName("JdbiSetup")
                    .should()
                    .callMethodWhere(
                            target(owner(JavaClass.Predicates.assignableTo(Jdbi.class)))
                                    .and(target(name("create"))));

    @ArchTest
    static final ArchRule nobody_asks_the_framework_for_a_transaction =
            noClasses()
                    .should()
                    .beAnnotatedWith("org.springframework.transaction.annotation.Transactional");

    @ArchTest
    static final ArchRule money_is_never_a_fraction =
            noFields()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage(RECONCILE)
                    .should()
                    .haveRawType(double.class)
                    .orShould()
                    .haveRawType(float.class);

    @ArchTest
    static final ArchRule nothing_of_the_core_returns_a_fraction =
            methods()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage(RECONCILE)
                    .should()
                    .notHaveRawReturnType(double.class)
                    .andShould()
                    .notHaveRawReturnType(float.class);

    @ArchTest
    static final ArchRule names_say_what_a_thing_is =
            noClasses().should().haveNameMatching(".*(Impl|Manager|Helper|Util|Utils|Dto)(\\$.*)?");

    @ArchTest
    static final ArchRule collaborators_come_through_the_constructor =
            fields().should()
                    .notBeAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                    .andShould()
                    .notBeAnnotatedWith("jakarta.inject.Inject");

    @ArchTest
    static final ArchRule only_the_edge_is_wired_by_the_framework =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(FACADE)
                    .and()
                    .areNotAnnotatedWith(Configuration.class)
                    .should()
                    .beAnnotatedWith("org.springframework.stereotype.Component")
                    .orShould()
                    .beAnnotatedWith("org.springframework.stereotype.Service")
                    .orShould()
                    .beAnnotatedWith(SpringBootApplication.class);

    private static DescribedPredicate<JavaCall<?>> readsTheClock() {
        return target(name("now"))
                .and(target(owner(resideInAPackage("java.time.."))))
                .or(target(name("currentTimeMillis")))
                .or(target(name("nanoTime")))
                .or(target(name("randomUUID")))
                .as("reads the clock or throws dice");
    }

    private static DescribedPredicate<JavaCall<?>> takesTheDefaultZone() {
        return target(name("systemDefault"))
                .or(target(name("systemDefaultZone")))
                .as("takes the time zone of the machine");
    }

    private static DescribedPredicate<JavaCall<?>> beginsATransaction() {
        return target(name("inTransaction"))
                .or(target(name("useTransaction")))
                .or(
                        target(name("begin"))
                                .and(
                                        target(
                                                owner(
                                                        JavaClass.Predicates.assignableTo(
                                                                "org.jdbi.v3.core.Handle")))))
                .or(target(name("setAutoCommit")))
                .and(target(owner(resideInAnyPackage(Jdbi.class.getPackageName(), "java.sql"))))
                .as("begins a database transaction");
    }
}
