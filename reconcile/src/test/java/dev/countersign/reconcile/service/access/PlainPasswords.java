package dev.countersign.reconcile.service.access;

/** Passwords kept as they are, for tests that make many. */
public final class PlainPasswords implements Passwords {

    @Override
    public String hash(String password) {
        return password;
    }

    @Override
    public boolean matches(String password, String hash) {
        return password.equals(hash);
    }

    @Override
    public boolean guessable(String password, String name) {
        return false;
    }
}
