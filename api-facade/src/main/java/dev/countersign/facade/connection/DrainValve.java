package dev.countersign.facade.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Closes each connection with its next answer once the process drains. */
final class DrainValve extends ValveBase {

    private final Drain drain;

    DrainValve(Drain drain) {
        super(true);
        this.drain = drain;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (drain.begun()) {
            response.setHeader("Connection", "close");
        }
        getNext().invoke(request, response);
    }
}
