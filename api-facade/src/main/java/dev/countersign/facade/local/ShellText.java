package dev.countersign.facade.local;

/** A value as a POSIX shell reads it. */
public final class ShellText {

    private ShellText() {}

    /** The value itself, quoted where it holds anything that a shell would read. */
    public static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./:,@%+=-]+")
                ? value
                : "'" + value.replace("'", "'\\''") + "'";
    }

    /** The value that {@link #quoted} made. */
    static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("'")
                ? text.substring(1, text.length() - 1).replace("'\\''", "'")
                : text;
    }
}
