package dev.countersign.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The sums of a report's amounts in its manifest. */
class ControlSumsTest {

    @Test
    void keepsWhatStandsAboveZeroApartFromWhatStandsBelowIt() {
        ControlSums sums = new ControlSums();
        sums.add("EUR", "amount", BigInteger.valueOf(-500));
        sums.add("EUR", "amount", BigInteger.valueOf(1_200));
        sums.add("EUR", "amount", BigInteger.valueOf(-1));
        sums.add("EUR", "fee", BigInteger.ZERO);
        sums.add("JPY", "amount", new BigInteger("9223372036854775807"));
        sums.add("JPY", "amount", BigInteger.ONE);
        ObjectNode manifest = JsonMapper.shared().createObjectNode();

        sums.writeTo(manifest);

        assertThat(manifest.toString())
                .isEqualTo(
                        """
                        {"debits":{"EUR":{"amount":1200,"fee":0},"JPY":{"amount":9223372036854775808}},\
                        "credits":{"EUR":{"amount":501,"fee":0},"JPY":{"amount":0}},\
                        "sums":{"EUR":{"amount":699,"fee":0},"JPY":{"amount":9223372036854775808}}}\
                        """);
    }
}
