package dev.countersign.jobs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Runs a test's own step around each call of an object of JDBC. */
interface NightSurroundings {

    /** Makes the call, and gives what it gave. */
    @Nullable Object of(Method method, Call call) throws Throwable;

    /** An object whose calls go through here to the real one. */
    static <T> T proxy(Class<T> type, T real, NightSurroundings around) {
        return type.cast(
                Proxy.newProxyInstance(
                        NightSurroundings.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) ->
                                around.of(method, new Call(real, method, arguments))));
    }

    /** A call that was not made yet. */
    final class Call {
        private final Object real;
        private final Method method;
        private final Object @Nullable [] arguments;
        private @Nullable Object result;

        private Call(Object real, Method method, Object @Nullable [] arguments) {
            this.real = real;
            this.method = method;
            this.arguments = arguments;
        }

        @Nullable Object run() throws Throwable {
            try {
                result = method.invoke(real, arguments);
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Nullable Object result() {
            return result;
        }
    }
}
