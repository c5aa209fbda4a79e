package dev.countersign.reconcile.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class PlainTextTest {

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @ValueSource(
            strings = {"Caf\u00e9 Roma", "\u05e9\u05dc\u05d5\u05dd", "\ud83d\ude00", "\u200e1"})
    void takesWhatPeopleWrite(String text) {
        assertThat(PlainText.isLine(text)).isTrue();
        assertThat(PlainText.isParagraph(text)).isTrue();
        assertThat(PlainText.legible(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029,
                0x202A, 0x202E, 0x2066, 0x2069, 0xD800, 0xDFFF, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF,
                0x1FFFE, 0x10FFFF
            })
    void refusesWhatNoReportCanCarry(int character) {
        String text = "a" + Character.toString(character) + "b";

        assertThat(PlainText.isLine(text)).isFalse();
        assertThat(PlainText.isParagraph(text)).isFalse();
        assertThat(PlainText.digitsOfLine(text)).isEqualTo(PlainText.REFUSED);
        assertThat(PlainText.legible(text)).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", "\n", "\r"})
    void takesBreaksInSeveralLinesOnly(String text) {
        assertThat(PlainText.isLine(text)).isFalse();
        assertThat(PlainText.isParagraph(text)).isTrue();
        assertThat(PlainText.legible(text)).isSameAs(text);
    }

    @Test
    void countsDigitsOfEveryScript() {
        assertThat(PlainText.digitsOfLine("a1b22 \u0663\uFF14\ud835\udfce")).isEqualTo(6);
    }

    @Test
    void makesEveryTextOneThatXmlCarries() throws Exception {
        System.out.println("seed=" + seed + " (repeat with -Dtest.seed=" + seed + ")");
        for (int i = 0; i < 2_000; i++) {
            StringBuilder anything = new StringBuilder();
            for (int j = random.nextInt(8); j >= 0; j--) {
                anything.append((char) random.nextInt(random.nextBoolean() ? 0xA0 : 0x10000));
            }
            String legible = PlainText.legible(anything.toString());
            StringWriter written = new StringWriter();
            XMLStreamWriter xml =
                    XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(written);
            xml.writeStartElement("t");
            xml.writeCharacters(legible);
            xml.writeEndElement();
            var document =
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(new InputSource(new StringReader(written.toString())));

            assertThat(document.getDocumentElement().getTextContent())
                    .isEqualTo(legible.replace("\r\n", "\n").replace('\r', '\n'));
        }
    }
}
