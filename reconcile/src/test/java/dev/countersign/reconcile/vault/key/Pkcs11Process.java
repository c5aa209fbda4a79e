package dev.countersign.reconcile.vault.key;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.Pan;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.Pin;
import dev.countersign.reconcile.vault.PinReference;
import dev.countersign.reconcile.vault.PinVerification;
import dev.countersign.reconcile.vault.SealedPan;
import dev.countersign.reconcile.vault.Seeds;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Works with a token and says how it went; a token outlives the process, and its keys with it. */
final class Pkcs11Process {

    private static final CardId CARD = new CardId(new UUID(1, 2));
    private static final Pan PAN = Pan.parse("4000001234567899").orElseThrow();

    private final Pkcs11Keys keys;
    private final SecureRandom random = new SecureRandom();

    private Pkcs11Process(Path configuration, String pin) {
        this.keys = Pkcs11Keys.open(configuration, pin.toCharArray(), random, true);
    }

    public static void main(String[] arguments) {
        try {
            var process = new Pkcs11Process(Path.of(arguments[0]), arguments[1]);
            switch (arguments[2]) {
                case "make" -> process.make();
                case "read" -> process.read(arguments);
                case "tamper" -> process.tamper();
                default -> throw new IllegalArgumentException(arguments[2]);
            }
        } catch (KeysRefusedException refused) {
            System.out.println(refused.sentence());
        }
    }

    /** All that a database would keep, in one line. */
    private void make() {
        PanVault vault = new PanVault(keys, random);
        WrappedKey dataKey = vault.newDataKey();
        vault.take(List.of(dataKey));
        PinReference reference = new PinVerification(keys).reference(CARD, PAN, pin("1234"));
        System.out.println(
                String.join(
                        " ",
                        dataKey.id(),
                        hex(dataKey.bytes()),
                        hex(vault.seal(dataKey.id(), CARD, PAN).bytes()),
                        vault.lookup(PAN).hex(),
                        hex(reference.bytes())));
    }

    private void read(String[] kept) {
        HexFormat hex = HexFormat.of();
        WrappedKey dataKey =
                new WrappedKey(
                        kept[3], KeyName.first(KeyUse.KEY_ENCRYPTION), hex.parseHex(kept[4]));
        keys.add(KeyUse.KEY_ENCRYPTION);
        PanVault vault = new PanVault(keys, random);
        WrappedKey rewrapped = vault.rewrap(dataKey);
        vault.take(List.of(rewrapped));
        PinVerification verification = new PinVerification(keys);
        PinReference reference =
                new PinReference(KeyName.first(KeyUse.PIN_VERIFICATION), hex.parseHex(kept[7]));

        System.out.println(rewrapped.wrappedBy());
        System.out.println(vault.open(CARD, new SealedPan(kept[3], hex.parseHex(kept[5]))));
        System.out.println("found " + vault.lookup(PAN).hex().equals(kept[6]));
        System.out.println("1234 " + verification.matches(reference, CARD, PAN, pin("1234")));
        System.out.println("4321 " + verification.matches(reference, CARD, PAN, pin("4321")));
    }

    private void tamper() {
        KeyName kek = keys.newest(KeyUse.KEY_ENCRYPTION);
        byte[] context = {1};
        byte[] encrypted = keys.encrypt(kek, Seeds.bytes(random, 32), context);
        int refused = 0;
        for (int i = 0; i < encrypted.length; i++) {
            byte[] changed = encrypted.clone();
            changed[i] ^= 1;
            refused += keys.decrypt(kek, changed, context).isEmpty() ? 1 : 0;
        }
        System.out.println(refused + " of " + encrypted.length + " refused");
        System.out.println("same " + keys.decrypt(kek, encrypted, context).isPresent());
        System.out.println(
                "other context " + keys.decrypt(kek, encrypted, new byte[] {2}).isPresent());
        System.out.println("inside " + (keys.key(kek, KeyUse.Kind.AES).getEncoded() == null));
    }

    private static Pin pin(String digits) {
        return Pin.parse(digits).orElseThrow();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
