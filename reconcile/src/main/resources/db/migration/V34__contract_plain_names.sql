-- Contracts names of tables, views and columns that only their maker could read: each has the word of the
-- glossary now.

-- Requests to close a break, by whichever way needs a second person.
alter table write_off_request rename to closing_request;
alter table closing_request rename constraint write_off_request_pkey to closing_request_pkey;
alter table closing_request rename constraint write_off_request_break_id_fkey to closing_request_break_id_fkey;
alter table closing_request rename constraint write_off_request_closing_check to closing_request_closing_check;
alter table closing_request rename constraint write_off_request_target to closing_request_target;

-- What is written off of a break between totals.
alter table accepted_difference rename to written_off_total;
alter table written_off_total rename constraint accepted_difference_pkey to written_off_total_pkey;
alter table written_off_total rename constraint accepted_difference_mode_check to written_off_total_mode_check;

alter table report_issue rename to issued_report;
alter table issued_report rename constraint report_issue_pkey to issued_report_pkey;
alter table issued_report rename constraint report_issue_night_id_fkey to issued_report_night_id_fkey;
alter trigger report_issue_noted_new on issued_report rename to issued_report_noted_new;

alter table record_skipped rename to skipped_record;
alter table skipped_record rename constraint record_skipped_pkey to skipped_record_pkey;
alter table skipped_record rename constraint record_skipped_night_id_fkey to skipped_record_night_id_fkey;
alter table skipped_record rename constraint record_skipped_mode_check to skipped_record_mode_check;
alter table skipped_record rename constraint record_skipped_kind_check to skipped_record_kind_check;

-- A change of many cards at once, which the stream learns of card by card.
alter table card_sweep rename to bulk_card_change;
alter table bulk_card_change rename constraint card_sweep_pkey to bulk_card_change_pkey;
alter table bulk_card_change rename constraint card_sweep_check to bulk_card_change_check;
alter table bulk_card_change rename constraint card_sweep_program_id_fkey to bulk_card_change_program_id_fkey;
alter table bulk_card_change rename constraint card_sweep_customer_id_fkey to bulk_card_change_customer_id_fkey;
alter sequence card_sweep_id_seq rename to bulk_card_change_id_seq;

-- A decision answers a request; what the night makes of a break that can be disputed is its assessment. Its
-- code says why there is no dispute, or what the reason of the dispute alone does not say.
alter table dispute_decision rename to dispute_assessment;
alter table dispute_assessment rename column decision to outcome;
alter table dispute_assessment rename column why to code;
alter table dispute_assessment rename constraint dispute_decision_pkey to dispute_assessment_pkey;
alter table dispute_assessment rename constraint dispute_decision_break_id_fkey to dispute_assessment_break_id_fkey;
alter table dispute_assessment rename constraint dispute_decision_dispute_id_fkey to dispute_assessment_dispute_id_fkey;
alter table dispute_assessment rename constraint dispute_decision_decision_check to dispute_assessment_outcome_check;
alter index dispute_decision_date rename to dispute_assessment_date;
alter index dispute_decision_proposed rename to dispute_assessment_proposed;

-- Of which sum of records an operator wrote a part off, what of it is booked, and whether the next night has
-- still to book it.
alter table dispute_money rename column written_off_of to written_off_records_minor;
alter table dispute_money rename column written_off_booked to written_off_booked_minor;
alter table dispute_money rename column write_off_waits to write_off_pending;
alter index dispute_money_waits rename to dispute_money_pending;

alter view purchase_name rename to purchase_reference;
alter view purchase_reference rename column name to reference;
alter view posted_share rename to posted_amount;

-- The currencies that a program is settled in beside those of its cards. Events go on without them.
alter table program rename column settles_in to settlement_currencies;
drop trigger program_noted on program;
drop trigger program_noted_new on program;
create trigger program_noted after update on program
    referencing old table as old_rows new table as new_rows
    for each statement
    execute function note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settlement_currencies',
                                       'updated_at');
create trigger program_noted_new after insert on program
    referencing new table as new_rows
    for each statement
    execute function note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settlement_currencies',
                                       'updated_at');

alter table clearing_file rename column came_at to received_at;
alter table clearing rename column chip_proven to chip_verified;
alter table pin_block_failure rename column in_row to consecutive;
alter table pin_block_failure rename constraint pin_block_failure_in_row_check to pin_block_failure_consecutive_check;

-- A place in the feed is an offset.
alter index clearing_place rename to clearing_offset;
alter index message_place rename to message_offset;
alter index transaction_place rename to transaction_offset;
alter table quarantined_message rename constraint quarantined_message_place to quarantined_message_offset;

alter function forget_that_tables_are_empty(text) rename to reset_statistics_of_empty_tables;

-- A clearing record that reverses another has reversed it.
update settlement_line
   set outcome = 'reversed'
 where outcome = 'taken_back';
