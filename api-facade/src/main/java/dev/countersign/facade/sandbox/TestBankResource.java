package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.jobs.bank.camt.NamedFunds;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Statements of the bank of the sandbox, of an entry each or of none. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/bank_statements")
record TestBankResource(BankStatements statements, FundingAccounts funding, InstantSource clock) {

    private static final int TEXT_MAX = 140;
    private static final int REFERENCE_MAX = 35;
    private static final long AMOUNT_MAX = 100_000_000_000_000L;
    private static final SettlementAccounts ACCOUNTS = new SettlementAccounts(Map.of(), "SANDBOX");

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "currency")
                    .optional(PropertyType.INTEGER, "received", "paid")
                    .optional(PropertyType.TEXT, "remittance", "reference");

    /** A statement that was taken over. */
    record StatementJson(String object, int entries, int added) {}

    @PostMapping
    StatementJson create(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, CREATE);
        Currency currency =
                Currencies.find(body.requiredText("currency", 3))
                        .orElseThrow(() -> refused("That is not a currency.", "currency"));
        Long paid = amount(body, "paid");
        Long received = amount(body, "received");
        if (paid != null && received != null) {
            throw refused("An entry is paid or received.", "received");
        }
        requireOwn(book, body);
        LocalDate date = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        String text =
                document(
                        currency,
                        date,
                        paid == null && received == null
                                ? ""
                                : entry(body, currency, date, paid, received));
        try {
            StatementImportResult imported =
                    statements.importFrom(
                            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                            Mode.SANDBOX,
                            ACCOUNTS);
            return new StatementJson("bank_statement", imported.entries(), imported.added());
        } catch (ActionRefusedException e) {
            throw refused(String.valueOf(e.getMessage()), "reference");
        }
    }

    /** A bank moves the account that its text names; a caller names only accounts of the book. */
    private void requireOwn(Book book, Body body) {
        String remittance = body.text("remittance", TEXT_MAX);
        if (remittance != null
                && !NamedFunds.in(remittance).stream()
                        .allMatch(named -> funding.find(book, named).isPresent())) {
            throw NotFound.of("funding account", "remittance");
        }
    }

    private static @Nullable Long amount(Body body, String name) {
        Long amount = body.integer(name, 1);
        if (amount != null && amount > AMOUNT_MAX) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_OUT_OF_RANGE, "At most " + AMOUNT_MAX + ".", name);
        }
        return amount;
    }

    private static RequestRefusedException refused(String sentence, String member) {
        return new RequestRefusedException(ErrorCode.VALUE_INVALID, sentence, member);
    }

    private static String document(Currency currency, LocalDate date, String entry) {
        return """
               <?xml version="1.0" encoding="UTF-8"?>
               <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
               <GrpHdr><MsgId>S</MsgId></GrpHdr><Stmt><Id>%s</Id><CreDtTm>%sT23:00:00Z</CreDtTm>
               <Acct><Id><Othr><Id>SANDBOX</Id></Othr></Id><Ccy>%s</Ccy></Acct>%s</Stmt>
               </BkToCstmrStmt></Document>
               """
                .formatted(UUID.randomUUID(), date, currency.getCurrencyCode(), entry);
    }

    private static String entry(
            Body body,
            Currency currency,
            LocalDate date,
            @Nullable Long paid,
            @Nullable Long received) {
        long minor = paid == null ? received == null ? 0 : received : paid;
        String reference = body.text("reference", REFERENCE_MAX);
        String remittance = body.text("remittance", TEXT_MAX);
        return """
               <Ntry><Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
               <BookgDt><Dt>%s</Dt></BookgDt><AcctSvcrRef>%s</AcctSvcrRef>
               <NtryDtls><TxDtls><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
               """
                .formatted(
                        currency.getCurrencyCode(),
                        BigDecimal.valueOf(minor, currency.getDefaultFractionDigits())
                                .toPlainString(),
                        paid == null ? "CRDT" : "DBIT",
                        date,
                        reference == null
                                ? UUID.randomUUID().toString()
                                : HtmlUtils.htmlEscapeDecimal(reference),
                        remittance == null ? "" : HtmlUtils.htmlEscapeDecimal(remittance));
    }
}
