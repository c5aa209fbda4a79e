package dev.countersign.facade.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Tells a connection that its request is answered: the rest of the body is not waited for. */
final class AnsweredValve extends ValveBase {

    private final OpenConnections connections;

    AnsweredValve(OpenConnections connections) {
        super(true);
        this.connections = connections;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        try {
            getNext().invoke(request, response);
        } finally {
            OpenConnection connection = OpenConnection.served();
            if (connection != null && !request.isAsync()) {
                connection.answered(connections.now());
            }
        }
    }
}
