package dev.countersign.reconcile.service.access;

/** A slow function that passwords are kept by. */
public interface Passwords {

    /** Hashes a password to what is kept of it. The hash differs each time. */
    String hash(String password);

    /** True when this is what was kept of the password. */
    boolean matches(String password, String hash);

    /**
     * True when a guesser would come to the password early: one that is known, or made of a
     * pattern.
     *
     * @param name whose it is, which a guesser tries too
     */
    boolean guessable(String password, String name);
}
