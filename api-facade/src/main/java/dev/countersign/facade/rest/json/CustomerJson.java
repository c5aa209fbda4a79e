package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.customer.Customer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A customer as the interface shows it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CustomerJson(
        String id,
        String object,
        String type,
        @JsonProperty("external_id") @Nullable String externalId,
        @Nullable Name name,
        @Nullable String email,
        @Nullable String phone,
        String status,
        Map<String, String> metadata,
        @JsonProperty("created_at") String createdAt,
        @JsonProperty("updated_at") String updatedAt) {

    /** The parts of a name that are known. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Name(@Nullable String first, @Nullable String last) {}

    public static CustomerJson of(Customer customer) {
        Customer.Name name = customer.name();
        return new CustomerJson(
                customer.id().toString(),
                "customer",
                customer.type().wire(),
                customer.externalId(),
                name.equals(Customer.Name.UNKNOWN) ? null : new Name(name.first(), name.last()),
                customer.email(),
                customer.phone(),
                customer.active() ? "active" : "inactive",
                customer.metadata(),
                Times.write(customer.createdAt()),
                Times.write(customer.updatedAt()));
    }
}
