package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.vault.Totp;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Second factors of operators: TOTP, recovery codes and passkeys. */
class SecondFactorIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PASSWORD = "correct horse battery";
    private static final String ASKED = "/console/second-factor";
    private static final Pattern SECRET = Pattern.compile("class=\"secret\">([^<]+)</code>");
    private static final Duration NEXT_CODE = Duration.ofSeconds(30);

    /** Somebody with an app. */
    private static final class Owner {

        private final ConsoleCaller browser;
        private final byte[] secret;
        private final List<String> recoveryCodes;

        private Owner(ConsoleCaller browser, byte[] secret, List<String> recoveryCodes) {
            this.browser = browser;
            this.secret = secret;
            this.recoveryCodes = recoveryCodes;
        }

        String code(Duration later) {
            return Totp.codeAt(secret, Instant.now().plus(later));
        }
    }

    private static Owner enrolled(String name) {
        ConsoleCaller browser = ConsoleCaller.somebody(PRODUCT, name, OperatorRole.VIEWER);
        String offered = browser.post("/console/sandbox/account/app", Map.of()).body();
        assertThat(offered).contains("otpauth://totp/Countersign:" + name, "data:image/svg+xml");
        byte[] secret = base32(secrets(offered).getFirst());
        HttpResponse<String> confirmed =
                browser.post(
                        "/console/sandbox/account/app/confirm",
                        Map.of("code", Totp.codeAt(secret, Instant.now())));
        assertThat(confirmed.statusCode()).isEqualTo(200);
        List<String> codes = secrets(confirmed.body());
        assertThat(codes).hasSize(10).doesNotHaveDuplicates();
        return new Owner(browser, secret, codes);
    }

    private static List<String> secrets(String page) {
        return SECRET.matcher(page).results().map((MatchResult found) -> found.group(1)).toList();
    }

    private static byte[] base32(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int held = 0;
        int bits = 0;
        for (char letter : text.replace(" ", "").toCharArray()) {
            held = (held << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter);
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.write((held >> bits) & 0xff);
                held &= (1 << bits) - 1;
            }
        }
        return bytes.toByteArray();
    }

    /** A browser that gave the password and nothing else. */
    private static ConsoleCaller halfIn(String name) {
        ConsoleCaller browser = new ConsoleCaller(PRODUCT.address());
        assertThat(
                        browser.post("/console/login", Map.of("name", name, "password", PASSWORD))
                                .statusCode())
                .isEqualTo(303);
        return browser.withTokenOf(ASKED);
    }

    private static int give(ConsoleCaller browser, String code) {
        return browser.post(ASKED, Map.of("code", code)).statusCode();
    }

    @Test
    void asksForACodeAfterThePasswordBeforeAnythingElse() {
        Owner owner = enrolled("has-app");
        assertThat(owner.browser.page("/console/sandbox/account")).contains("Remove the app");

        ConsoleCaller other = halfIn("has-app");
        for (String path :
                List.of(
                        "/console/sandbox/audit",
                        "/console/password",
                        "/console/sandbox/account")) {
            assertThat(ConsoleCaller.location(other.get(path))).as(path).startsWith(ASKED);
        }
        assertThat(other.get("/console/sandbox/now/stream").statusCode()).isEqualTo(303);
        assertThat(
                        ConsoleCaller.location(
                                other.post("/console/sandbox/account/app/remove", Map.of())))
                .startsWith(ASKED);
        String before = other.cookie();
        assertThat(give(other, owner.code(NEXT_CODE))).isEqualTo(303);
        assertThat(other.cookie()).isNotEqualTo(before);
        assertThat(other.get("/console/sandbox/audit").statusCode()).isEqualTo(200);
    }

    @Test
    void takesEachCodeOnce() {
        Owner owner = enrolled("replayed");
        String code = owner.code(NEXT_CODE);
        assertThat(give(halfIn("replayed"), owner.code(Duration.ZERO))).isEqualTo(422);
        assertThat(give(halfIn("replayed"), code)).isEqualTo(303);

        assertThat(give(halfIn("replayed"), code)).isEqualTo(422);
    }

    @Test
    void takesEachRecoveryCodeOnce() {
        Owner owner = enrolled("recovers");
        String code = owner.recoveryCodes.getFirst();
        ConsoleCaller browser = halfIn("recovers");
        assertThat(give(browser, " " + code.toUpperCase(Locale.ROOT))).isEqualTo(303);

        assertThat(give(halfIn("recovers"), code)).isEqualTo(422);
        assertThat(browser.page("/console/sandbox/account"))
                .contains("Recovery codes left: <span>9</span>");
    }

    @Test
    void asksWhoGuessesCodesToWait() {
        Owner owner = enrolled("guesses-codes");
        ConsoleCaller browser = halfIn("guesses-codes");
        for (int i = 0; i < 5; i++) {
            assertThat(give(browser, "00000" + i)).isEqualTo(422);
        }

        assertThat(give(browser, owner.code(NEXT_CODE))).isEqualTo(429);
        assertThat(PRODUCT.console().attempts().unlock("guesses-codes")).isTrue();
        assertThat(give(browser, owner.code(NEXT_CODE))).isEqualTo(303);
    }

    /** An intruder in a session has neither the password nor the device. */
    @Test
    void changesWhatOneLogsInWithSoonAfterALoginAlone() {
        Owner owner = enrolled("rests-long");
        loggedInLongAgo("rests-long");

        for (String form : List.of("app", "app/confirm", "app/remove", "recovery-codes")) {
            HttpResponse<String> refused =
                    owner.browser.post(
                            "/console/sandbox/account/" + form, Map.of("code", "123456"));
            assertThat(refused.statusCode()).as(form).isEqualTo(303);
            assertThat(ConsoleCaller.location(refused))
                    .isEqualTo("/console/login?again&next=%2Fconsole%2Fsandbox%2Faccount");
        }
        assertThat(owner.browser.page("/console/sandbox/account"))
                .contains("Remove the app", "Recovery codes left: <span>10</span>", "log in again");
        assertThat(owner.browser.page("/console/login?again")).contains("Log in again:");
    }

    private static void loggedInLongAgo(String name) {
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        """
                                        update console_session_attributes
                                           set attribute_bytes = convert_to(regexp_replace(
                                                   convert_from(attribute_bytes, 'UTF8'),
                                                   '=20[0-9]{2}-', '=2020-', 'g'), 'UTF8')
                                         where attribute_name = 'factors'
                                           and session_primary_id in (
                                               select primary_id
                                                 from console_session
                                                where principal_name = ?)
                                        """,
                                        name));
    }

    @Test
    void takesTheRecoveryCodesWithTheLastFactor() {
        Owner owner = enrolled("leaves-app");

        assertThat(owner.browser.post("/console/sandbox/account/app/remove", Map.of()).statusCode())
                .isEqualTo(303);

        int left =
                PRODUCT.book()
                        .database()
                        .read(
                                handle ->
                                        handle.createQuery(
                                                        "select count(*) from"
                                                                + " operator_recovery_code where"
                                                                + " operator = 'leaves-app'")
                                                .mapTo(Integer.class)
                                                .one());
        assertThat(left).isZero();
    }

    @Test
    void letsAnAdministratorTakeTheAppOfWhoLostItAway() {
        Owner owner = enrolled("lost-app");
        ConsoleCaller administrator =
                ConsoleCaller.somebody(PRODUCT, "resets-apps", OperatorRole.ADMINISTRATOR);

        assertThat(
                        administrator
                                .post("/console/sandbox/operators/lost-app/reset-factors", Map.of())
                                .statusCode())
                .isEqualTo(303);

        assertThat(owner.browser.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        ConsoleCaller again = new ConsoleCaller(PRODUCT.address()).loggedIn("lost-app", PASSWORD);
        assertThat(again.get("/console/sandbox/audit").statusCode()).isEqualTo(200);
        assertThat(PRODUCT.trailOf("resets-apps")).contains("operator.reset_factors");
        assertThat(PRODUCT.trailOf("lost-app")).contains("factor.added");
    }

    @Test
    void keepsNoSecretThatAnybodyCouldRead() {
        Owner owner = enrolled("kept-secret");
        String all = String.join("\n", PRODUCT.dump());

        assertThat(all)
                .doesNotContain(HexFormat.of().formatHex(owner.secret))
                .doesNotContain(owner.recoveryCodes);
    }
}
