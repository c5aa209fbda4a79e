package dev.countersign.reconcile.vault.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against SoftHSM where it is installed: the same interface as a real token's, all of software. */
class Pkcs11KeysIT {

    private static final String KEPT_INSIDE =
            """
            attributes(*,CKO_SECRET_KEY,*) = {
              CKA_SENSITIVE = true
              CKA_EXTRACTABLE = false
            }
            attributes(*,CKO_SECRET_KEY,CKK_AES) = {
              CKA_ENCRYPT = true
              CKA_DECRYPT = true
            }
            attributes(*,CKO_SECRET_KEY,CKK_GENERIC_SECRET) = {
              CKA_SIGN = true
            }
            """;

    @TempDir private Path directory;
    private SoftHsm token;

    @BeforeEach
    void makeAToken() throws Exception {
        token = SoftHsm.inDirectory(directory);
    }

    @Test
    void whatOneProcessMadeAnotherReadsEvenUnderASuccessorOfTheKey() throws Exception {
        Path configuration = token.configuration(KEPT_INSIDE);
        String kept = run(configuration, "make");

        List<String> arguments = new ArrayList<>(List.of("read"));
        arguments.addAll(List.of(kept.split(" ")));
        assertThat(run(configuration, arguments.toArray(String[]::new)).lines())
                .containsExactly(
                        "kek-2", "400000******7899", "found true", "1234 true", "4321 false");
    }

    @Test
    void theTokenRefusesEachByteChangedAndGivesNoKeyOut() throws Exception {
        assertThat(run(token.configuration(KEPT_INSIDE), "tamper").lines())
                .containsExactly(
                        "60 of 60 refused", "same true", "other context false", "inside true");
    }

    @Test
    void aTokenThatGivesKeysOutIsRefused() throws Exception {
        Path configuration =
                token.configuration(
                        """
                        attributes(*,CKO_SECRET_KEY,*) = {
                          CKA_SENSITIVE = false
                          CKA_EXTRACTABLE = true
                        }
                        """);

        assertThat(run(configuration, "make"))
                .matches(
                        "The key pan-lookup-1 of the token of .* could be"
                                + " read out: make it sensitive and not extractable.");
    }

    @Test
    void aWrongPinGivesOneSentence() throws Exception {
        Path configuration = token.configuration(KEPT_INSIDE);

        assertThat(token.run(Pkcs11Process.class, configuration.toString(), "135791", "make"))
                .isEqualTo("The token of %s refuses the PIN.", configuration);
    }

    @Test
    void noTokenGivesOneSentence() throws Exception {
        Path configuration = token.configuration(KEPT_INSIDE);
        Files.writeString(
                configuration,
                Files.readString(configuration).replace("libsofthsm2", "libnothing"));

        assertThat(run(configuration, "make"))
                .isEqualTo(
                        "The token of %s is not there: see its library and slot.", configuration);
    }

    @Test
    void noConfigurationGivesOneSentence() throws Exception {
        Path missing = directory.resolve("missing.cfg");

        assertThat(run(missing, "make"))
                .isEqualTo("The token configuration %s cannot be read.", missing);
    }

    private String run(Path configuration, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(configuration.toString(), SoftHsm.PIN));
        all.addAll(List.of(arguments));
        return token.run(Pkcs11Process.class, all.toArray(String[]::new));
    }
}
