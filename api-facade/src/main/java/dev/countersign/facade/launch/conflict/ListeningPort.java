package dev.countersign.facade.launch.conflict;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.Set;

/**
 * A port that a start listens on.
 *
 * @param purpose what listens there, for a person
 * @param setting the setting that chooses it
 * @param address where it listens
 * @param number 0 for any that is free
 */
public record ListeningPort(String purpose, String setting, InetAddress address, int number) {

    private static final int OPEN_TO_ALL_USERS = 1024;
    private static final int LAST = 65_535;

    public ListeningPort {
        if (number < 0 || number > LAST) {
            throw new StartupRefusedException(
                    "The setting %s says '%s', which is not a value it can have: it takes a port, 0 to %s."
                            .formatted(setting, number, LAST));
        }
    }

    /** True where this user cannot listen: another program does, or the system forbids it. */
    boolean isTaken() {
        return number != 0 && !isFree(number);
    }

    /** The next port above that is free and is none of these. */
    int nextFree(Set<Integer> others) {
        int next = Math.max(number + 1, OPEN_TO_ALL_USERS);
        while (next < LAST && (others.contains(next) || !isFree(next))) {
            next++;
        }
        return next;
    }

    private boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (SocketException e) {
            return isNoAddressOfThisMachine(e);
        } catch (IOException e) {
            return false;
        }
    }

    /** Another port would not help: the server that is given the address says so. */
    private static boolean isNoAddressOfThisMachine(SocketException failure) {
        return String.valueOf(failure.getMessage()).contains("assign requested address");
    }
}
