package dev.countersign.reconcile.vault.key;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Opens a key file, which may be the first use of it, and says what a key in it makes. */
final class Pkcs12Process {

    private Pkcs12Process() {}

    public static void main(String[] arguments) {
        var keys =
                Pkcs12Keys.open(
                        Path.of(arguments[0]), arguments[1].toCharArray(), new SecureRandom());
        byte[] made = keys.mac(KeyName.first(KeyUse.PAN_LOOKUP), new byte[] {1});
        keys.add(KeyUse.KEY_ENCRYPTION);
        System.out.println("made " + HexFormat.of().formatHex(made));
    }
}
