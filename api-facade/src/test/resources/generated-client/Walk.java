import dev.countersign.client.ApiClient;
import dev.countersign.client.api.CardsApi;
import dev.countersign.client.api.CustomersApi;
import dev.countersign.client.api.TransactionsApi;
import dev.countersign.client.model.CardCreate;
import dev.countersign.client.model.CardType;
import dev.countersign.client.model.CustomerCreate;
import dev.countersign.client.model.CustomerName;
import dev.countersign.client.model.CustomerType;
import dev.countersign.client.model.SpendingControls;
import dev.countersign.client.model.TransactionList;
import dev.countersign.client.sandbox.api.SandboxTestHelpersApi;
import dev.countersign.client.sandbox.model.TestAuthorizationCreate;

import java.util.ArrayList;
import java.util.List;

/** The walk of the README with clients that a generator made from the contracts. */
public final class Walk {

    private Walk() {}

    /** Walks, and tells what it saw. */
    public static List<String> walk(String address, String key) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
        var sandboxClient = new dev.countersign.client.sandbox.ApiClient();
        sandboxClient.updateBaseUri(address);
        sandboxClient.setRequestInterceptor(
                request -> request.header("Authorization", "Bearer " + key));
        CardsApi cards = new CardsApi(client);
        SandboxTestHelpersApi sandbox = new SandboxTestHelpersApi(sandboxClient);
        List<String> seen = new ArrayList<>();

        String customer =
                new CustomersApi(client)
                        .createCustomer(
                                new CustomerCreate()
                                        .type(CustomerType.INDIVIDUAL)
                                        .name(new CustomerName().first("Ada").last("Lovelace")),
                                null,
                                null)
                        .getId();
        String card =
                cards.createCard(
                                new CardCreate()
                                        .customerId(customer)
                                        .type(CardType.VIRTUAL)
                                        .currency("EUR"),
                                null,
                                null)
                        .getId();
        seen.add(
                "limit "
                        + cards.updateSpendingControls(
                                        card, new SpendingControls().dailyLimit(10_000L), null)
                                .getSpendingControls()
                                .getDailyLimit());
        seen.add(authorize(sandbox, card, 6_000));
        seen.add(authorize(sandbox, card, 4_001));
        seen.add("card " + cards.freezeCard(card, null).getStatus().getValue());
        seen.add(authorize(sandbox, card, 100));
        seen.add("card " + cards.unfreezeCard(card, null).getStatus().getValue());
        TransactionList list =
                new TransactionsApi(client)
                        .listTransactions(null, card, null, null, null, null, null, 10, null);
        seen.add("transactions " + list.getData().size());
        return seen;
    }

    private static String authorize(SandboxTestHelpersApi sandbox, String card, long amount)
            throws Exception {
        var transaction =
                sandbox.createTestAuthorization(
                        new TestAuthorizationCreate().cardId(card).amount(amount), null);
        var reason = transaction.getDeclineReason();
        return transaction.getStatus().getValue() + (reason == null ? "" : " " + reason.getValue());
    }
}
