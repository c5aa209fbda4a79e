package dev.countersign.facade.console.factor;

import io.nayuki.qrcodegen.QrCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A secret as an app takes it.
 *
 * @param secret in base 32, in groups of four, to be typed
 * @param uri for an app on the same device
 * @param image of the URI, for the camera of another device
 */
public record Enrolment(String secret, String uri, String image) {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int DIGIT_BITS = 5;
    private static final int GROUP = 4;
    private static final int BORDER = 2;

    /** Shows a secret, and wipes it. */
    static Enrolment of(String operator, byte[] bytes) {
        String secret = base32(bytes);
        Arrays.fill(bytes, (byte) 0);
        String uri =
                "otpauth://totp/Countersign:%s?secret=%s&issuer=Countersign&algorithm=SHA1&digits=6&period=30"
                        .formatted(operator, secret);
        return new Enrolment(groups(secret), uri, image(uri));
    }

    private static String groups(String text) {
        StringBuilder groups = new StringBuilder();
        for (int i = 0; i < text.length(); i += GROUP) {
            groups.append(i == 0 ? "" : " ").append(text, i, Math.min(text.length(), i + GROUP));
        }
        return groups.toString();
    }

    static String base32(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte each : bytes) {
            held = (held << Byte.SIZE) | (each & 0xff);
            bits += Byte.SIZE;
            while (bits >= DIGIT_BITS) {
                bits -= DIGIT_BITS;
                text.append(ALPHABET.charAt((held >> bits) & 0x1f));
            }
            held &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((held << (DIGIT_BITS - bits)) & 0x1f));
        }
        return text.toString();
    }

    private static String image(String uri) {
        QrCode code = QrCode.encodeText(uri, QrCode.Ecc.MEDIUM);
        int side = code.size + 2 * BORDER;
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append('M')
                            .append(x + BORDER)
                            .append(' ')
                            .append(y + BORDER)
                            .append("h1v1h-1z");
                }
            }
        }
        String svg =
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %1$s" \
                shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%1$sv%1$sH0z"/>\
                <path d="%2$s"/></svg>"""
                        .formatted(side, path);
        return "data:image/svg+xml;base64,"
                + Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "an app's secret";
    }
}
