-- A record that leaves suspense may move more towards the network than its own night booked: on the
-- other side, or other interchange. That stands in lines of its own, of the night that found it.
alter table settlement_line
    add column corrects uuid,
    drop constraint settlement_line_record_type_check,
    add constraint settlement_line_record_type_check
        check (record_type in ('clearing', 'refund', 'atm', 'reversal', 'fee', 'correction')
               and (record_type = 'correction') = (corrects is not null));

alter table posting_total
    drop constraint posting_total_kind_check,
    add constraint posting_total_kind_check
        check (kind in ('purchase', 'cash', 'refund', 'reversal', 'interchange', 'fee', 'correction',
                        'difference', 'dispute'));
