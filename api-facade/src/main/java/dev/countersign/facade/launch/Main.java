package dev.countersign.facade.launch;

/** Where every invocation of {@code countersign} begins. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("countersign");
    }
}
