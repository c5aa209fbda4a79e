-- A purchase of currency that was booked by mistake is taken back by a journal: the bank moves neither amount.
alter table fx_purchase
    add undone_by text,
    add undone_at timestamptz,
    add constraint fx_purchase_undone check ((undone_by is null) = (undone_at is null));
