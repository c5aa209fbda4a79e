package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.audit.ActorKind;
import java.util.Map;

/**
 * Names of the actions of operators, in words. The codes are what is stored, and what files show. A
 * code without words of its own is written as any other name.
 */
final class ActionNames {

    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("break.assign", "Assigned a break"),
                    Map.entry("break.explain", "Explained a break"),
                    Map.entry("break.resolve", "Resolved a break"),
                    Map.entry("break.ask_resolve", "Asked to resolve a break"),
                    Map.entry("break.agree_resolve", "Agreed to resolve a break"),
                    Map.entry("break.refuse_resolve", "Refused to resolve a break"),
                    Map.entry("break.identify", "Said whose card a record is of"),
                    Map.entry("break.ask_identify", "Asked for a card to be named"),
                    Map.entry("break.agree_identify", "Agreed whose card a record is of"),
                    Map.entry("break.refuse_identify", "Refused, or took back, the card named"),
                    Map.entry("break.ask_match", "Asked for a record to be matched"),
                    Map.entry("break.agree_match", "Agreed to match a record"),
                    Map.entry("break.refuse_match", "Refused, or took back, a match"),
                    Map.entry("break.ask_write_off", "Asked for a write-off"),
                    Map.entry("break.write_off", "Agreed to a write-off"),
                    Map.entry("break.refuse_write_off", "Refused, or took back, a write-off"),
                    Map.entry("clearing.match", "Matched a clearing record"),
                    Map.entry("dispute.accept_proposal", "Opened a proposed dispute"),
                    Map.entry("dispute.reject_proposal", "Rejected a proposed dispute"),
                    Map.entry("dispute.advance", "Moved a dispute"),
                    Map.entry("dispute.add_evidence", "Added evidence to a dispute"),
                    Map.entry("message.replay", "Sent a message again"),
                    Map.entry("message.discard", "Discarded a message"),
                    Map.entry("month.soft_close", "Closed a month softly"),
                    Map.entry("month.ask_hard_close", "Asked to close a month for good"),
                    Map.entry("month.hard_close", "Closed a month for good"),
                    Map.entry("month.refuse_hard_close", "Did not close a month for good"),
                    Map.entry("month.ask_reopen", "Asked to open a month again"),
                    Map.entry("month.reopen", "Opened a month again"),
                    Map.entry("month.refuse_reopen", "Did not open a month again"),
                    Map.entry("funding.credit", "Credited a funding account"),
                    Map.entry("funding.debit", "Debited a funding account"),
                    Map.entry("funding.ask_credit", "Asked to credit a funding account"),
                    Map.entry("funding.ask_debit", "Asked to debit a funding account"),
                    Map.entry("funding.agree_credit", "Agreed to credit a funding account"),
                    Map.entry("funding.agree_debit", "Agreed to debit a funding account"),
                    Map.entry("funding.refuse_credit", "Did not credit a funding account"),
                    Map.entry("funding.refuse_debit", "Did not debit a funding account"),
                    Map.entry("bank.settle", "Said what a bank entry pays"),
                    Map.entry("bank.fee", "Said that a bank entry is a fee"),
                    Map.entry("currency.buy", "Booked a currency that was bought"),
                    Map.entry("currency.ask_buy", "Asked to book a currency that was bought"),
                    Map.entry("currency.agree_buy", "Agreed to book a currency that was bought"),
                    Map.entry("currency.refuse_buy", "Did not book a currency that was bought"),
                    Map.entry("night.run", "Started a night"),
                    Map.entry("night.stop", "Stopped a night"),
                    Map.entry("night.restart", "Restarted a night"),
                    Map.entry("night.recover", "Recovered a night"),
                    Map.entry("key.create", "Made an API key"),
                    Map.entry("key.revoke", "Revoked an API key"),
                    Map.entry("card_keys.ask_rotation", "Asked for new card number keys"),
                    Map.entry("card_keys.rotate", "Agreed to new card number keys"),
                    Map.entry("card_keys.refuse_rotation", "Refused new card number keys"),
                    Map.entry("card_keys.resume_rotation", "Went on with new card number keys"),
                    Map.entry("operator.create", "Added an operator"),
                    Map.entry("operator.set_role", "Gave an operator another role"),
                    Map.entry("operator.set_roles", "Gave an operator other roles"),
                    Map.entry("operator.reset_factors", "Took an operator's second factors away"),
                    Map.entry("operator.reset_password", "Gave an operator a new password"),
                    Map.entry("operator.disable", "Disabled an operator"),
                    Map.entry("operator.enable", "Enabled an operator"),
                    Map.entry("operator.change_password", "Changed their password"),
                    // What was done about a break, on its own page.
                    Map.entry("assign", "Assigned it to"),
                    Map.entry("explain", "Explained it"),
                    Map.entry("resolve", "Resolved it"),
                    Map.entry("identify", "Said whose card it is"),
                    Map.entry("match", "Matched the clearing record to another transaction"),
                    Map.entry("reopen", "Opened it again"),
                    Map.entry("ask_resolve", "Asked to resolve it"),
                    Map.entry("agree_resolve", "Agreed to resolve it"),
                    Map.entry("refuse_resolve", "Refused to resolve it"),
                    Map.entry("ask_identify", "Asked to identify its record"),
                    Map.entry("agree_identify", "Agreed, and its record was identified"),
                    Map.entry("refuse_identify", "Refused to say whose card it is"),
                    Map.entry("ask_match", "Asked to match its record"),
                    Map.entry("agree_match", "Agreed, and its record was matched"),
                    Map.entry("refuse_match", "Refused to match its record"),
                    Map.entry("ask_write_off", "Asked to write it off"),
                    Map.entry("ask_no_longer", "Asked no longer to close it"),
                    Map.entry("refuse_write_off", "Refused to write it off"),
                    Map.entry("lapse_write_off", "Closed it: no approval is needed any longer"),
                    Map.entry("agree_write_off", "Agreed, and it was written off"),
                    Map.entry("write_off", "Wrote it off"));

    private ActionNames() {}

    static String words(String code, Formatter show) {
        String words = WORDS.get(code);
        if (words != null) {
            return words;
        }
        // An operation of the interface, or a command, is written as who calls it writes it.
        return code.indexOf(' ') >= 0 ? code : show.words(code.replace('.', ' '));
    }

    static String actor(ActorKind kind) {
        return switch (kind) {
            case OPERATOR -> "person";
            case KEY -> "API key";
            case COMMAND -> "command line";
            case PROVIDER -> "identity provider";
            case START -> "start";
        };
    }
}
