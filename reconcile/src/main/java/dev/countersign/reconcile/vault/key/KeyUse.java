package dev.countersign.reconcile.vault.key;

/**
 * The use of a named key. A key has one use: what one key gives away says nothing about another.
 */
public enum KeyUse {
    /** Wraps the keys that rest in the database (AES-256). */
    KEY_ENCRYPTION("kek", Kind.AES),
    /** Makes the hash by which a card number is found (HMAC-SHA256); it never has a successor. */
    PAN_LOOKUP("pan-lookup", Kind.HMAC),
    /** Makes the values that PINs are checked against (HMAC-SHA256). */
    PIN_VERIFICATION("pin-verification", Kind.HMAC),
    /** Seals the audit trail (HMAC-SHA256); files and tokens of before have none and get one. */
    AUDIT_TRAIL("audit-trail", Kind.HMAC);

    public enum Kind {
        AES("AES"),
        HMAC("HmacSHA256");

        private final String algorithm;

        Kind(String algorithm) {
            this.algorithm = algorithm;
        }

        /** As the platform calls it. */
        public String algorithm() {
            return algorithm;
        }
    }

    private final String text;
    private final Kind kind;

    KeyUse(String text, Kind kind) {
        this.text = text;
        this.kind = kind;
    }

    String text() {
        return text;
    }

    public Kind kind() {
        return kind;
    }
}
