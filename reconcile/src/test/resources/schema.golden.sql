-- Written by SchemaIT from a migrated database: never edit it.

create table account (
    id uuid not null,
    name text not null,
    created_at timestamp with time zone not null,
    constraint account_pkey PRIMARY KEY (id)
);

create table activity_total (
    mode text not null,
    day date not null,
    card_id uuid not null,
    version integer not null,
    business_date date not null,
    account_id uuid not null,
    program_id uuid not null,
    currency character(3) not null,
    authorized_count bigint not null,
    authorized_minor numeric not null,
    declined_count bigint not null,
    declined_reasons jsonb not null,
    reversed_count bigint not null,
    reversed_minor numeric not null,
    expired_count bigint not null,
    expired_minor numeric not null,
    cash_count bigint not null,
    cash_minor numeric not null,
    force_posted_count bigint not null,
    force_posted_minor numeric not null,
    counted_minor numeric not null,
    constraint activity_total_pkey PRIMARY KEY (mode, day, card_id, version)
);
CREATE INDEX activity_total_issued ON public.activity_total USING brin (business_date) WITH (autosummarize='on');

create table api_key (
    id text not null,
    account_id uuid not null,
    mode text not null,
    name text not null,
    key_sha256 bytea not null,
    scopes text[] not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint api_key_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint api_key_pkey PRIMARY KEY (id)
);
CREATE INDEX api_key_account ON public.api_key USING btree (account_id);
CREATE UNIQUE INDEX api_key_sha256 ON public.api_key USING btree (key_sha256);

create table approval_policy (
    number bigint not null generated always as identity,
    since timestamp with time zone not null,
    independence_ms bigint not null,
    resolve_together_from text not null,
    alone_max_currencies text[] not null,
    alone_max_minor bigint[] not null,
    second_factor_roles text[] not null,
    constraint approval_policy_check CHECK ((cardinality(alone_max_minor) = cardinality(alone_max_currencies))),
    constraint approval_policy_independence_ms_check CHECK ((independence_ms >= 0)),
    constraint approval_policy_pkey PRIMARY KEY (number),
    constraint approval_policy_resolve_together_from_check CHECK ((resolve_together_from = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text, 'info'::text]))),
    constraint approval_policy_second_factor_roles_check CHECK ((second_factor_roles <@ ARRAY['viewer'::text, 'operator'::text, 'finance'::text, 'administrator'::text]))
);

create table approval_request (
    kind text not null,
    subject text not null,
    reason text not null,
    asked_by text not null,
    asked_at timestamp with time zone not null,
    amount_minor bigint,
    constraint approval_request_amount CHECK (((kind = ANY (ARRAY['credit_funds'::text, 'debit_funds'::text])) = (amount_minor IS NOT NULL))),
    constraint approval_request_amount_minor_check CHECK ((amount_minor > 0)),
    constraint approval_request_kind_check CHECK ((kind = ANY (ARRAY['hard_close_month'::text, 'reopen_month'::text, 'rotate_card_keys'::text, 'credit_funds'::text, 'debit_funds'::text, 'buy_currency'::text]))),
    constraint approval_request_pkey PRIMARY KEY (kind, subject)
);

create table audit_checkpoint (
    sequence bigint not null,
    at timestamp with time zone not null,
    cause text not null,
    entries bigint not null,
    head text not null,
    key text not null,
    seal text not null,
    night_at timestamp with time zone,
    constraint audit_checkpoint_cause_check CHECK ((cause = ANY (ARRAY['first'::text, 'hundred'::text, 'night'::text]))),
    constraint audit_checkpoint_entries_check CHECK ((entries > 0)),
    constraint audit_checkpoint_pkey PRIMARY KEY (sequence),
    constraint audit_checkpoint_sequence_check CHECK ((sequence > 0))
);
CREATE TRIGGER audit_checkpoint_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

create table audit_delivery (
    place text not null,
    sequence bigint not null,
    constraint audit_delivery_pkey PRIMARY KEY (place)
);
CREATE TRIGGER audit_delivery_never_goes_back BEFORE DELETE OR UPDATE ON public.audit_delivery FOR EACH ROW EXECUTE FUNCTION audit_delivery_never_goes_back();

create table audit_entry (
    number bigint not null,
    at timestamp with time zone not null,
    actor_kind text not null,
    actor text not null,
    action text not null,
    subject text not null,
    remark text not null,
    previous text not null,
    seal text not null,
    key text,
    constraint audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'key'::text, 'command'::text, 'provider'::text, 'start'::text]))),
    constraint audit_entry_number_check CHECK ((number > 0)),
    constraint audit_entry_pkey PRIMARY KEY (number)
);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (actor, number);
CREATE INDEX audit_entry_subject ON public.audit_entry USING btree (subject, number) WHERE (subject <> ''::text);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

create table audit_inbox (
    id bigint not null generated always as identity,
    at timestamp with time zone not null,
    actor_kind text not null,
    actor text not null,
    action text not null,
    subject text not null,
    remark text not null,
    constraint audit_inbox_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'key'::text, 'command'::text, 'provider'::text, 'start'::text]))),
    constraint audit_inbox_pkey PRIMARY KEY (id)
);
CREATE TRIGGER audit_inbox_unchanged BEFORE UPDATE OR TRUNCATE ON public.audit_inbox FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

create table audit_repeat (
    action text not null,
    actor_kind text not null,
    actor text not null,
    minute timestamp with time zone not null,
    last_at timestamp with time zone not null,
    times bigint not null,
    sources text[] not null,
    constraint audit_repeat_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'key'::text, 'command'::text, 'provider'::text, 'start'::text]))),
    constraint audit_repeat_pkey PRIMARY KEY (action, actor_kind, actor, minute),
    constraint audit_repeat_times_check CHECK ((times > 0))
);

create table bank_booking (
    mode text not null,
    subject uuid not null,
    number integer not null,
    business_date date not null,
    currency character(3) not null,
    paid_minor bigint not null,
    difference_minor bigint not null,
    fee_minor bigint not null default 0,
    constraint bank_booking_pkey PRIMARY KEY (subject, number),
    constraint bank_booking_subject_fkey FOREIGN KEY (subject) REFERENCES bank_day(subject)
);
CREATE INDEX bank_booking_date ON public.bank_booking USING btree (mode, business_date);

create table bank_day (
    mode text not null,
    value_date date not null,
    currency character(3) not null,
    subject uuid not null,
    state text not null,
    bank_minor numeric not null,
    network_minor numeric not null,
    paid_minor bigint not null,
    difference_minor bigint not null,
    written_off_minor numeric,
    bookings integer not null,
    fee_minor bigint not null default 0,
    constraint bank_day_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint bank_day_pkey PRIMARY KEY (mode, value_date, currency),
    constraint bank_day_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'agrees'::text, 'differs'::text]))),
    constraint bank_day_subject UNIQUE (subject)
);

create table bank_entry (
    id uuid not null,
    mode text not null,
    account text not null,
    reference text,
    booked_on date not null,
    value_date date not null,
    currency character(3) not null,
    paid_minor bigint not null,
    imported_at timestamp with time zone not null,
    identity text not null,
    occurrence integer not null,
    intraday boolean not null,
    settles_on date,
    fee boolean not null default false,
    funding_id uuid,
    funding_note text,
    constraint bank_entry_funding_id_fkey FOREIGN KEY (funding_id) REFERENCES funding_account(id),
    constraint bank_entry_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint bank_entry_occurrence_check CHECK ((occurrence > 0)),
    constraint bank_entry_once UNIQUE (mode, account, currency, identity, occurrence),
    constraint bank_entry_pkey PRIMARY KEY (id),
    constraint bank_entry_purpose CHECK ((((NOT fee) AND (settles_on IS NULL)) OR ((funding_id IS NULL) AND ((NOT fee) OR (settles_on IS NULL)))))
);
CREATE INDEX bank_entry_funding ON public.bank_entry USING btree (mode, value_date) WHERE (funding_id IS NOT NULL);
CREATE INDEX bank_entry_reference ON public.bank_entry USING btree (mode, account, reference) WHERE (reference IS NOT NULL);
CREATE INDEX bank_entry_value_date ON public.bank_entry USING btree (mode, value_date, currency);

create table bank_funding (
    entry_id uuid not null,
    funding_id uuid not null,
    mode text not null,
    booked_minor bigint not null,
    bookings integer not null,
    constraint bank_funding_bookings_check CHECK ((bookings > 0)),
    constraint bank_funding_funding_id_fkey FOREIGN KEY (funding_id) REFERENCES funding_account(id),
    constraint bank_funding_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint bank_funding_pkey PRIMARY KEY (entry_id, funding_id)
);

create table bank_line (
    statement_id uuid not null,
    page integer not null,
    number integer not null,
    entry_id uuid not null,
    constraint bank_line_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES bank_entry(id) ON DELETE CASCADE,
    constraint bank_line_page FOREIGN KEY (statement_id, page) REFERENCES bank_page(statement_id, page) ON DELETE CASCADE,
    constraint bank_line_pkey PRIMARY KEY (statement_id, page, number)
);
CREATE INDEX bank_line_entry ON public.bank_line USING btree (entry_id);

create table bank_page (
    statement_id uuid not null,
    page integer not null,
    last boolean not null,
    content text not null,
    opening_minor numeric,
    closing_minor numeric,
    moved_minor numeric not null,
    constraint bank_page_page_check CHECK ((page > 0)),
    constraint bank_page_pkey PRIMARY KEY (statement_id, page),
    constraint bank_page_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id) ON DELETE CASCADE
);

create table bank_statement (
    id uuid not null,
    mode text not null,
    kind text not null,
    account text not null,
    currency character(3) not null,
    statement text not null,
    sequence bigint,
    created_on date,
    edition integer not null,
    stated_from date,
    stated_to date,
    complete boolean not null,
    imported_at timestamp with time zone not null,
    constraint bank_statement_edition UNIQUE NULLS NOT DISTINCT (mode, account, currency, kind, statement, sequence, created_on, edition),
    constraint bank_statement_edition_check CHECK ((edition > 0)),
    constraint bank_statement_kind_check CHECK ((kind = ANY (ARRAY['statement'::text, 'report'::text]))),
    constraint bank_statement_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint bank_statement_pkey PRIMARY KEY (id)
);

create table batch_job_execution (
    job_execution_id bigint not null,
    version bigint,
    job_instance_id bigint not null,
    create_time timestamp without time zone not null,
    start_time timestamp without time zone,
    end_time timestamp without time zone,
    status character varying(10),
    exit_code character varying(2500),
    exit_message character varying(2500),
    last_updated timestamp without time zone,
    constraint batch_job_execution_pkey PRIMARY KEY (job_execution_id),
    constraint job_inst_exec_fk FOREIGN KEY (job_instance_id) REFERENCES batch_job_instance(job_instance_id)
);

create table batch_job_execution_context (
    job_execution_id bigint not null,
    short_context character varying(2500) not null,
    serialized_context text,
    constraint batch_job_execution_context_pkey PRIMARY KEY (job_execution_id),
    constraint job_exec_ctx_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);

create table batch_job_execution_params (
    job_execution_id bigint not null,
    parameter_name character varying(100) not null,
    parameter_type character varying(100) not null,
    parameter_value character varying(2500),
    identifying character(1) not null,
    constraint job_exec_params_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);

create table batch_job_instance (
    job_instance_id bigint not null,
    version bigint,
    job_name character varying(100) not null,
    job_key character varying(32) not null,
    constraint batch_job_instance_pkey PRIMARY KEY (job_instance_id),
    constraint job_inst_un UNIQUE (job_name, job_key)
);

create table batch_step_execution (
    step_execution_id bigint not null,
    version bigint not null,
    step_name character varying(100) not null,
    job_execution_id bigint not null,
    create_time timestamp without time zone not null,
    start_time timestamp without time zone,
    end_time timestamp without time zone,
    status character varying(10),
    commit_count bigint,
    read_count bigint,
    filter_count bigint,
    write_count bigint,
    read_skip_count bigint,
    write_skip_count bigint,
    process_skip_count bigint,
    rollback_count bigint,
    exit_code character varying(2500),
    exit_message character varying(2500),
    last_updated timestamp without time zone,
    constraint batch_step_execution_pkey PRIMARY KEY (step_execution_id),
    constraint job_exec_step_fk FOREIGN KEY (job_execution_id) REFERENCES batch_job_execution(job_execution_id)
);

create table batch_step_execution_context (
    step_execution_id bigint not null,
    short_context character varying(2500) not null,
    serialized_context text,
    constraint batch_step_execution_context_pkey PRIMARY KEY (step_execution_id),
    constraint step_exec_ctx_fk FOREIGN KEY (step_execution_id) REFERENCES batch_step_execution(step_execution_id)
);

create table break (
    id uuid not null,
    type text not null,
    severity text not null,
    subject uuid not null,
    origin_date date not null,
    account_id uuid,
    mode text,
    card_id uuid,
    transaction_id uuid,
    clearing_id uuid,
    amount_minor bigint not null,
    currency character(3),
    state text not null,
    detail jsonb not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    owner text,
    resolution text,
    resolved_by text,
    approved_by text,
    closed_at timestamp with time zone,
    feed_partition integer,
    feed_offset bigint,
    constraint break_pkey PRIMARY KEY (id),
    constraint break_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text, 'info'::text]))),
    constraint break_state_check CHECK ((state = ANY (ARRAY['open'::text, 'investigating'::text, 'resolved'::text, 'written_off'::text]))),
    constraint break_subject UNIQUE (type, subject, origin_date)
);
CREATE INDEX break_account ON public.break USING btree (account_id, mode, id);
CREATE INDEX break_card ON public.break USING btree (card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX break_origin ON public.break USING btree (mode, origin_date, type);
CREATE INDEX break_owner ON public.break USING btree (mode, owner, id) WHERE (state = ANY (ARRAY['open'::text, 'investigating'::text]));
CREATE INDEX break_queue ON public.break USING btree (mode, severity, origin_date, id) WHERE (state = ANY (ARRAY['open'::text, 'investigating'::text]));
CREATE INDEX break_transaction ON public.break USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX break_unresolved ON public.break USING btree (mode, type, id) WHERE (state = ANY (ARRAY['open'::text, 'investigating'::text]));
CREATE TRIGGER break_noted AFTER UPDATE ON public.break REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('break', 'id', 'subject', 'detail', 'created_at', 'updated_at', 'owner', 'resolution', 'resolved_by', 'approved_by', 'closed_at', 'feed_partition', 'feed_offset');
CREATE TRIGGER break_noted_new AFTER INSERT ON public.break REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('break', 'id', 'subject', 'detail', 'created_at', 'updated_at', 'owner', 'resolution', 'resolved_by', 'approved_by', 'closed_at', 'feed_partition', 'feed_offset');

create table break_credit (
    break_id uuid not null,
    record_id uuid not null,
    minor bigint not null,
    business_date date not null,
    constraint break_credit_break_id_fkey FOREIGN KEY (break_id) REFERENCES break(id),
    constraint break_credit_minor_check CHECK ((minor >= 0)),
    constraint break_credit_pkey PRIMARY KEY (break_id, record_id),
    constraint break_credit_record_id_fkey FOREIGN KEY (record_id) REFERENCES settlement_line(id)
);
CREATE INDEX break_credit_record ON public.break_credit USING btree (record_id);

create table break_history (
    break_id uuid not null,
    number integer not null,
    at timestamp with time zone not null,
    actor text not null,
    action text not null,
    remark text,
    constraint break_history_break_id_fkey FOREIGN KEY (break_id) REFERENCES break(id),
    constraint break_history_pkey PRIMARY KEY (break_id, number)
);

create table bulk_card_change (
    id bigint not null generated always as identity,
    program_id uuid,
    customer_id uuid,
    after_card_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
    constraint bulk_card_change_check CHECK ((num_nonnulls(program_id, customer_id) = 1)),
    constraint bulk_card_change_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
    constraint bulk_card_change_pkey PRIMARY KEY (id),
    constraint bulk_card_change_program_id_fkey FOREIGN KEY (program_id) REFERENCES program(id)
);

create table card (
    id uuid not null,
    account_id uuid not null,
    mode text not null,
    customer_id uuid not null,
    program_id uuid not null,
    type text not null,
    status text not null,
    termination text,
    currency character(3) not null,
    cardholder_name text,
    last4 character(4) not null,
    expiry_month smallint not null,
    expiry_year smallint not null,
    replaced_card_id uuid,
    lineage_id uuid not null,
    rules_version integer not null,
    metadata jsonb not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    constraint card_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint card_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
    constraint card_expiry_month_check CHECK (((expiry_month >= 1) AND (expiry_month <= 12))),
    constraint card_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint card_pkey PRIMARY KEY (id),
    constraint card_program_id_fkey FOREIGN KEY (program_id) REFERENCES program(id),
    constraint card_replaced_card_id_fkey FOREIGN KEY (replaced_card_id) REFERENCES card(id),
    constraint card_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'frozen'::text, 'terminated'::text]))),
    constraint card_termination_check CHECK ((termination = ANY (ARRAY['lost'::text, 'stolen'::text, 'other'::text]))),
    constraint card_type_check CHECK ((type = ANY (ARRAY['virtual'::text, 'physical'::text])))
);
CREATE INDEX card_account ON public.card USING btree (account_id, mode, id);
CREATE INDEX card_customer ON public.card USING btree (customer_id, id);
CREATE INDEX card_last4 ON public.card USING btree (last4, id);
CREATE INDEX card_lineage_members ON public.card USING btree (lineage_id);
CREATE INDEX card_program ON public.card USING btree (program_id, id);
CREATE UNIQUE INDEX card_replaced ON public.card USING btree (replaced_card_id) WHERE (status <> 'terminated'::text);
CREATE TRIGGER card_noted AFTER UPDATE ON public.card REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('card', 'id', 'termination', 'lineage_id');
CREATE TRIGGER card_noted_new AFTER INSERT ON public.card REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('card', 'id', 'termination', 'lineage_id');

create table card_change (
    changed_by xid8 not null default pg_current_xact_id(),
    card_id uuid not null,
    spending boolean not null default true,
    constraint card_change_pkey PRIMARY KEY (changed_by, card_id)
);

create table card_lineage (
    lineage_id uuid not null,
    version bigint not null,
    constraint card_lineage_pkey PRIMARY KEY (lineage_id)
);

create table card_pan (
    card_id uuid not null,
    data_key text not null,
    sealed bytea not null,
    lookup text not null,
    constraint card_pan_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint card_pan_data_key_fkey FOREIGN KEY (data_key) REFERENCES data_key(id),
    constraint card_pan_pkey PRIMARY KEY (card_id)
);
CREATE INDEX card_pan_data_key ON public.card_pan USING btree (data_key);
CREATE UNIQUE INDEX card_pan_lookup ON public.card_pan USING btree (lookup);

create table card_pin (
    card_id uuid not null,
    made_by text not null,
    reference bytea not null,
    set_at timestamp with time zone not null,
    constraint card_pin_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint card_pin_pkey PRIMARY KEY (card_id)
);

create table card_rules (
    card_id uuid not null,
    version integer not null,
    single_transaction_limit bigint,
    daily_limit bigint,
    monthly_limit bigint,
    allowed_mccs text[] not null,
    blocked_mccs text[] not null,
    allowed_countries text[] not null,
    blocked_countries text[] not null,
    allow_online boolean not null,
    allow_contactless boolean not null,
    allow_cash_withdrawal boolean not null,
    three_ds_enabled boolean not null,
    challenge_preference text not null,
    sca_exemptions text[] not null,
    created_at timestamp with time zone not null,
    constraint card_rules_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint card_rules_challenge_preference_check CHECK ((challenge_preference = ANY (ARRAY['no_preference'::text, 'challenge_requested'::text, 'challenge_avoided'::text]))),
    constraint card_rules_check CHECK (((allowed_mccs = '{}'::text[]) OR (blocked_mccs = '{}'::text[]))),
    constraint card_rules_check1 CHECK (((allowed_countries = '{}'::text[]) OR (blocked_countries = '{}'::text[]))),
    constraint card_rules_daily_limit_check CHECK ((daily_limit >= 0)),
    constraint card_rules_monthly_limit_check CHECK ((monthly_limit >= 0)),
    constraint card_rules_pkey PRIMARY KEY (card_id, version),
    constraint card_rules_single_transaction_limit_check CHECK ((single_transaction_limit >= 0))
);

create table card_security (
    card_id uuid not null,
    pin_status text not null,
    pin_tries_left integer not null,
    sca_exempt_count integer not null,
    sca_exempt_minor bigint not null,
    tap_count integer not null default 0,
    tap_minor bigint not null default 0,
    constraint card_security_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint card_security_pin_status_check CHECK ((pin_status = ANY (ARRAY['set'::text, 'not_set'::text, 'blocked'::text]))),
    constraint card_security_pin_tries_left_check CHECK (((pin_tries_left >= 0) AND (pin_tries_left <= 3))),
    constraint card_security_pkey PRIMARY KEY (card_id),
    constraint card_security_tap_count_check CHECK ((tap_count >= 0)),
    constraint card_security_tap_minor_check CHECK ((tap_minor >= 0))
) with (fillfactor=70);
CREATE TRIGGER card_security_noted AFTER UPDATE ON public.card_security REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor', 'tap_count', 'tap_minor');
CREATE TRIGGER card_security_noted_new AFTER INSERT ON public.card_security REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor', 'tap_count', 'tap_minor');

create table clearing (
    id uuid not null,
    identity uuid not null,
    payload_hash bigint not null,
    message_id uuid not null,
    kind text not null,
    account_id uuid,
    mode text,
    card_id uuid,
    card_reference text,
    transaction_id uuid,
    network text not null,
    network_txn_id text,
    original_network_txn_id text,
    arn text,
    approval_code text,
    stan text,
    rrn text,
    acquirer_id text,
    clearing_sequence integer,
    clearing_count integer,
    usage_code integer,
    final_clearing boolean not null,
    direction text not null,
    processing_code text,
    type text not null,
    channel text not null,
    amount_minor bigint not null,
    currency character(3) not null,
    merchant_amount_minor bigint not null,
    merchant_currency character(3) not null,
    fx_rate text,
    merchant_id text,
    terminal_id text,
    merchant_name text,
    merchant_mcc text,
    merchant_city text,
    merchant_country text,
    interchange_minor bigint,
    interchange_currency character(3),
    settlement_date date,
    settlement_cycle integer,
    settlement_service text,
    settlement_institution text,
    settlement_minor bigint,
    settlement_currency character(3),
    file_id text,
    file_seq integer,
    record_no integer,
    feed_partition integer not null,
    feed_offset bigint not null,
    created_at timestamp with time zone not null,
    recorded_at timestamp with time zone not null,
    chip_verified boolean not null default false,
    constraint clearing_amount_minor_check CHECK ((amount_minor >= 0)),
    constraint clearing_direction_check CHECK ((direction = ANY (ARRAY['debit'::text, 'credit'::text]))),
    constraint clearing_identity UNIQUE (identity),
    constraint clearing_kind_check CHECK ((kind = ANY (ARRAY['clearing'::text, 'clearing_reversal'::text, 'refund'::text]))),
    constraint clearing_merchant_amount_minor_check CHECK ((merchant_amount_minor >= 0)),
    constraint clearing_pkey PRIMARY KEY (id),
    constraint clearing_type_check CHECK ((type = ANY (ARRAY['purchase'::text, 'refund'::text, 'cash_withdrawal'::text])))
);
CREATE INDEX clearing_arn ON public.clearing USING brin (arn text_bloom_ops (n_distinct_per_range='800', false_positive_rate='0.002')) WITH (pages_per_range='64', autosummarize='on');
CREATE INDEX clearing_card ON public.clearing USING btree (card_id, id);
CREATE INDEX clearing_created ON public.clearing USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX clearing_offset ON public.clearing USING brin (feed_offset int8_minmax_multi_ops) WITH (autosummarize='on');
CREATE INDEX clearing_unattributed ON public.clearing USING btree (id) WHERE (mode IS NULL);

create table clearing_file (
    mode text not null,
    network text not null,
    file_id text not null,
    source_system text not null,
    file_seq integer,
    subject uuid not null,
    received_at timestamp with time zone not null,
    announced boolean not null,
    closed boolean not null,
    stated_debit_count bigint,
    stated_debit_minor numeric,
    stated_credit_count bigint,
    stated_credit_minor numeric,
    state text not null,
    written_off boolean not null,
    business_date date not null,
    constraint clearing_file_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint clearing_file_pkey PRIMARY KEY (mode, network, file_id),
    constraint clearing_file_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'rejected'::text]))),
    constraint clearing_file_subject UNIQUE (subject)
);
CREATE INDEX clearing_file_source ON public.clearing_file USING btree (mode, network, source_system, received_at);
CREATE INDEX clearing_file_unposted ON public.clearing_file USING btree (mode) WHERE (state <> 'accepted'::text);

create table clearing_file_part (
    mode text not null,
    network text not null,
    file_id text not null,
    night_id bigint not null,
    debit_count bigint not null,
    debit_minor numeric not null,
    credit_count bigint not null,
    credit_minor numeric not null,
    currency character(3),
    constraint clearing_file_part_night_id_fkey FOREIGN KEY (night_id) REFERENCES night(id),
    constraint clearing_file_part_pkey PRIMARY KEY (mode, network, file_id, night_id)
);

create table closing_request (
    break_id uuid not null,
    reason text not null,
    asked_by text not null,
    asked_at timestamp with time zone not null,
    closing text not null,
    card_id uuid,
    transaction_id uuid,
    constraint closing_request_break_id_fkey FOREIGN KEY (break_id) REFERENCES break(id),
    constraint closing_request_closing_check CHECK ((closing = ANY (ARRAY['write_off'::text, 'resolve'::text, 'identify'::text, 'match'::text]))),
    constraint closing_request_pkey PRIMARY KEY (break_id),
    constraint closing_request_target CHECK ((((closing = 'identify'::text) = (card_id IS NOT NULL)) AND ((closing = 'match'::text) = (transaction_id IS NOT NULL))))
);

create table console_session (
    primary_id text not null,
    session_id text not null,
    creation_time bigint not null,
    last_access_time bigint not null,
    max_inactive_interval integer not null,
    expiry_time bigint not null,
    principal_name text,
    constraint console_session_pkey PRIMARY KEY (primary_id)
);
CREATE INDEX console_session_expiry ON public.console_session USING btree (expiry_time);
CREATE UNIQUE INDEX console_session_id ON public.console_session USING btree (session_id);
CREATE INDEX console_session_principal ON public.console_session USING btree (principal_name);

create table console_session_attributes (
    session_primary_id text not null,
    attribute_name text not null,
    attribute_bytes bytea not null,
    constraint console_session_attributes_pkey PRIMARY KEY (session_primary_id, attribute_name),
    constraint console_session_attributes_session_primary_id_fkey FOREIGN KEY (session_primary_id) REFERENCES console_session(primary_id) ON DELETE CASCADE
);

create table customer (
    id uuid not null,
    account_id uuid not null,
    mode text not null,
    type text not null,
    external_id text,
    first_name text,
    last_name text,
    email text,
    phone text,
    status text not null,
    metadata jsonb not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    constraint customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint customer_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint customer_pkey PRIMARY KEY (id),
    constraint customer_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
    constraint customer_type_check CHECK ((type = ANY (ARRAY['individual'::text, 'business'::text])))
);
CREATE INDEX customer_account ON public.customer USING btree (account_id, mode, id);
CREATE UNIQUE INDEX customer_external_id ON public.customer USING btree (account_id, mode, external_id);
CREATE TRIGGER customer_noted AFTER UPDATE ON public.customer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('customer', 'id');
CREATE TRIGGER customer_noted_new AFTER INSERT ON public.customer REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('customer', 'id');

create table cycle_part (
    mode text not null,
    business_date date not null,
    network text not null,
    institution text not null,
    service text not null,
    settlement_date date not null,
    cycle integer not null,
    currency character(3) not null,
    debit_count bigint not null,
    debit_minor numeric not null,
    credit_count bigint not null,
    credit_minor numeric not null,
    interchange_minor numeric not null,
    fees_minor numeric not null,
    collected_minor numeric not null,
    constraint cycle_part_pkey PRIMARY KEY (mode, settlement_date, network, institution, service, cycle, currency, business_date)
);
CREATE INDEX cycle_part_date ON public.cycle_part USING btree (mode, business_date);

create table data_key (
    id text not null,
    wrapped_by text not null,
    wrapped bytea not null,
    created_at timestamp with time zone not null,
    constraint data_key_pkey PRIMARY KEY (id)
);

create table dispute (
    id uuid not null,
    account_id uuid not null,
    mode text not null,
    transaction_id uuid not null,
    amount_minor bigint not null,
    currency character(3) not null,
    reason text not null,
    status text not null,
    evidence text,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    resolved_at timestamp with time zone,
    break_id uuid,
    submitted boolean not null default false,
    reduced_minor bigint not null default 0,
    booked_to_end boolean not null default false,
    constraint dispute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint dispute_amount_minor_check CHECK ((amount_minor >= 0)),
    constraint dispute_break_id_fkey FOREIGN KEY (break_id) REFERENCES break(id),
    constraint dispute_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint dispute_pkey PRIMARY KEY (id),
    constraint dispute_reason_check CHECK ((reason = ANY (ARRAY['fraud'::text, 'duplicate'::text, 'incorrect_amount'::text, 'goods_not_received'::text, 'goods_not_as_described'::text, 'other'::text]))),
    constraint dispute_reduced_minor_check CHECK ((reduced_minor >= 0)),
    constraint dispute_status_check CHECK ((status = ANY (ARRAY['open'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'withdrawn'::text])))
);
CREATE INDEX dispute_account ON public.dispute USING btree (account_id, mode, id);
CREATE UNIQUE INDEX dispute_break ON public.dispute USING btree (break_id) WHERE (break_id IS NOT NULL);
CREATE UNIQUE INDEX dispute_live ON public.dispute USING btree (transaction_id) WHERE (status <> 'withdrawn'::text);
CREATE INDEX dispute_resolved ON public.dispute USING btree (mode, id) WHERE (status = ANY (ARRAY['won'::text, 'lost'::text, 'withdrawn'::text]));
CREATE INDEX dispute_to_book ON public.dispute USING btree (mode, id) WHERE (NOT booked_to_end);
CREATE INDEX dispute_transaction ON public.dispute USING btree (transaction_id, id);
CREATE INDEX dispute_unresolved ON public.dispute USING btree (mode, id) WHERE (status = ANY (ARRAY['open'::text, 'under_review'::text]));
CREATE TRIGGER dispute_noted AFTER UPDATE ON public.dispute REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('dispute', 'id', 'break_id', 'submitted', 'reduced_minor', 'booked_to_end', 'updated_at');
CREATE TRIGGER dispute_noted_new AFTER INSERT ON public.dispute REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('dispute', 'id', 'break_id', 'submitted', 'reduced_minor', 'booked_to_end', 'updated_at');

create table dispute_assessment (
    break_id uuid not null,
    mode text not null,
    business_date date not null,
    outcome text not null,
    code text,
    transaction_id uuid not null,
    dispute_id uuid,
    reason text,
    amount_minor bigint,
    currency character(3),
    deadline date,
    evidence jsonb,
    constraint dispute_assessment_break_id_fkey FOREIGN KEY (break_id) REFERENCES break(id),
    constraint dispute_assessment_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
    constraint dispute_assessment_outcome_check CHECK ((outcome = ANY (ARRAY['opened'::text, 'proposed'::text, 'expired'::text, 'never'::text]))),
    constraint dispute_assessment_pkey PRIMARY KEY (break_id)
);
CREATE INDEX dispute_assessment_date ON public.dispute_assessment USING btree (mode, business_date);
CREATE INDEX dispute_assessment_proposed ON public.dispute_assessment USING btree (mode, deadline) WHERE (outcome = 'proposed'::text);

create table dispute_money (
    dispute_id uuid not null,
    mode text not null,
    credited boolean not null,
    booked_minor bigint not null,
    reductions integer not null,
    settled_minor bigint not null default 0,
    awaited_minor bigint not null default 0,
    held_minor bigint not null default 0,
    awaited_entries integer not null default 0,
    written_off_minor bigint not null default 0,
    written_off_records_minor bigint not null default 0,
    written_off_booked_minor bigint not null default 0,
    write_offs integer not null default 0,
    write_off_pending boolean not null default false,
    constraint dispute_money_awaited_entries_check CHECK ((awaited_entries >= 0)),
    constraint dispute_money_booked_minor_check CHECK ((booked_minor >= 0)),
    constraint dispute_money_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
    constraint dispute_money_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint dispute_money_pkey PRIMARY KEY (dispute_id),
    constraint dispute_money_reductions_check CHECK ((reductions >= 0)),
    constraint dispute_money_write_offs_check CHECK ((write_offs >= 0))
);
CREATE INDEX dispute_money_awaited ON public.dispute_money USING btree (mode, dispute_id) WHERE (awaited_minor <> 0);
CREATE INDEX dispute_money_pending ON public.dispute_money USING btree (mode, dispute_id) WHERE write_off_pending;

create table early_arrival (
    identity uuid not null,
    card_id uuid not null,
    kind text not null,
    network_txn_id text,
    stan text,
    acquirer_id text,
    original_at timestamp with time zone,
    amount_minor bigint not null,
    replacement_minor bigint,
    transaction_id uuid,
    payload jsonb,
    arrived_at timestamp with time zone not null,
    merchant_amount_minor bigint,
    merchant_currency character(3),
    constraint early_arrival_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint early_arrival_kind_check CHECK ((kind = ANY (ARRAY['reversal'::text, 'advice'::text, 'force_post'::text, 'increment'::text]))),
    constraint early_arrival_pkey PRIMARY KEY (identity)
);
CREATE INDEX early_arrival_card ON public.early_arrival USING btree (card_id);

create table event_position (
    only_one boolean not null default true,
    ends bigint[] not null default '{}'::bigint[],
    constraint event_position_only_one_check CHECK (only_one),
    constraint event_position_pkey PRIMARY KEY (only_one)
);

create table event_sequence (
    key text not null,
    last_sequence bigint not null,
    constraint event_sequence_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table expected_interchange (
    line_id uuid not null,
    mode text not null,
    business_date date not null,
    rate_line integer,
    interchange_minor numeric,
    scheme_fee_minor numeric,
    constraint expected_interchange_pkey PRIMARY KEY (line_id)
);
CREATE INDEX expected_interchange_date ON public.expected_interchange USING btree (mode, business_date);

create table feed_position (
    topic text not null,
    partition integer not null,
    next_offset bigint not null,
    offset_shift bigint not null default 0,
    constraint feed_position_pkey PRIMARY KEY (topic, partition)
) with (fillfactor=20);

create table funding_account (
    id uuid not null,
    account_id uuid not null,
    mode text not null,
    program_id uuid,
    customer_id uuid,
    currency character(3) not null,
    balance_minor numeric not null,
    held_minor numeric not null,
    created_at timestamp with time zone not null,
    constraint funding_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint funding_account_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
    constraint funding_account_held_minor_check CHECK ((held_minor >= (0)::numeric)),
    constraint funding_account_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint funding_account_owner CHECK (((program_id IS NULL) <> (customer_id IS NULL))),
    constraint funding_account_pkey PRIMARY KEY (id),
    constraint funding_account_program_id_fkey FOREIGN KEY (program_id) REFERENCES program(id)
) with (fillfactor=50);
CREATE INDEX funding_account_book ON public.funding_account USING btree (account_id, mode, id);
CREATE UNIQUE INDEX funding_account_customer ON public.funding_account USING btree (customer_id, currency) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX funding_account_program ON public.funding_account USING btree (program_id, currency) WHERE (program_id IS NOT NULL);
CREATE TRIGGER funding_account_noted AFTER UPDATE ON public.funding_account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_funding_change();
CREATE TRIGGER funding_account_noted_new AFTER INSERT ON public.funding_account REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_funding_change();

create table funding_day (
    mode text not null,
    business_date date not null,
    funding_id uuid not null,
    opening_minor numeric not null,
    credited_minor numeric not null,
    debited_minor numeric not null,
    cleared_minor numeric not null,
    refunded_minor numeric not null,
    reversed_minor numeric not null,
    disputed_minor numeric not null,
    other_minor numeric not null,
    closing_minor numeric not null,
    constraint funding_day_adds_up CHECK ((closing_minor = (((((((opening_minor + credited_minor) + debited_minor) + cleared_minor) + refunded_minor) + reversed_minor) + disputed_minor) + other_minor))),
    constraint funding_day_funding_id_fkey FOREIGN KEY (funding_id) REFERENCES funding_account(id),
    constraint funding_day_pkey PRIMARY KEY (funding_id, business_date)
);
CREATE INDEX funding_day_date ON public.funding_day USING btree (mode, business_date);

create table funding_movement (
    subject uuid not null,
    event text not null,
    ordinal integer not null,
    number bigint not null generated always as identity,
    funding_id uuid not null,
    mode text not null,
    business_date date not null,
    balance_minor bigint not null,
    held_minor bigint not null,
    card_id uuid,
    transaction_id uuid,
    recorded_by xid8 not null default pg_current_xact_id(),
    constraint funding_movement_funding_id_fkey FOREIGN KEY (funding_id) REFERENCES funding_account(id),
    constraint funding_movement_pkey PRIMARY KEY (subject, event, ordinal)
);
CREATE INDEX funding_movement_account ON public.funding_movement USING btree (funding_id, number);
CREATE INDEX funding_movement_date ON public.funding_movement USING brin (business_date) WITH (autosummarize='on');
CREATE INDEX funding_movement_transaction ON public.funding_movement USING btree (recorded_by);
CREATE TRIGGER funding_movement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.funding_movement FOR EACH STATEMENT EXECUTE FUNCTION funding_movement_is_append_only();

create table fx_purchase (
    id uuid not null,
    mode text not null,
    business_date date not null,
    value_date date not null,
    bought_currency character(3) not null,
    bought_minor bigint not null,
    paid_currency character(3) not null,
    paid_minor bigint not null,
    booked_by text not null,
    booked_at timestamp with time zone not null,
    undone_by text,
    undone_at timestamp with time zone,
    constraint fx_purchase_bought_minor_check CHECK ((bought_minor > 0)),
    constraint fx_purchase_currencies CHECK ((bought_currency <> paid_currency)),
    constraint fx_purchase_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint fx_purchase_paid_minor_check CHECK ((paid_minor > 0)),
    constraint fx_purchase_pkey PRIMARY KEY (id),
    constraint fx_purchase_undone CHECK (((undone_by IS NULL) = (undone_at IS NULL)))
);
CREATE INDEX fx_purchase_value_date ON public.fx_purchase USING btree (mode, value_date);

create table fx_rate (
    currency character(3) not null,
    rate_date date not null,
    rate numeric not null,
    source text not null,
    imported_by text not null,
    imported_at timestamp with time zone not null,
    constraint fx_rate_pkey PRIMARY KEY (currency, rate_date),
    constraint fx_rate_rate_check CHECK ((rate > (0)::numeric))
);

create table fx_revaluation (
    mode text not null,
    month date not null,
    currency character(3) not null,
    business_date date not null,
    position_minor numeric not null,
    rate numeric not null,
    rate_date date not null,
    value_minor numeric not null,
    constraint fx_revaluation_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint fx_revaluation_pkey PRIMARY KEY (mode, month, currency),
    constraint fx_revaluation_rate_check CHECK ((rate > (0)::numeric))
);

create table held_clearing (
    clearing_id uuid not null,
    mode text not null,
    network text not null,
    file_id text not null,
    lineage_id uuid not null,
    constraint held_clearing_pkey PRIMARY KEY (clearing_id)
);
CREATE INDEX held_clearing_file ON public.held_clearing USING btree (mode, network, file_id);

create table idempotent_request (
    account_id uuid not null,
    mode text not null,
    method text not null,
    path text not null,
    key text not null,
    body_sha256 text not null,
    status integer not null,
    response text not null,
    created_at timestamp with time zone not null,
    constraint idempotent_request_pkey PRIMARY KEY (account_id, mode, method, path, key)
);
CREATE INDEX idempotent_request_created ON public.idempotent_request USING btree (created_at);

create table identified_record (
    clearing_id uuid not null,
    number integer not null,
    mode text not null,
    lineage_id uuid not null,
    from_transaction_id uuid,
    transaction_id uuid,
    reason text not null,
    identified_by text not null,
    approved_by text,
    identified_at timestamp with time zone not null,
    night_id bigint,
    constraint identified_record_clearing_id_fkey FOREIGN KEY (clearing_id) REFERENCES clearing(id),
    constraint identified_record_match CHECK (((from_transaction_id IS NULL) OR (transaction_id IS NOT NULL))),
    constraint identified_record_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint identified_record_night_id_fkey FOREIGN KEY (night_id) REFERENCES night(id),
    constraint identified_record_number_check CHECK ((number > 0)),
    constraint identified_record_pkey PRIMARY KEY (clearing_id, number)
);
CREATE INDEX identified_record_from ON public.identified_record USING btree (from_transaction_id) WHERE (from_transaction_id IS NOT NULL);
CREATE INDEX identified_record_to ON public.identified_record USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE UNIQUE INDEX identified_record_waiting ON public.identified_record USING btree (mode, clearing_id) WHERE (night_id IS NULL);

create table increment (
    message_id uuid not null,
    transaction_id uuid not null,
    card_id uuid not null,
    amount_minor bigint not null,
    ordinal integer not null,
    created_at timestamp with time zone not null,
    constraint increment_amount_minor_check CHECK ((amount_minor >= 0)),
    constraint increment_pkey PRIMARY KEY (transaction_id, ordinal)
);
CREATE INDEX increment_card ON public.increment USING btree (card_id);

create table interchange_rate (
    mode text not null,
    line integer not null,
    kind text not null,
    network text not null,
    institution text,
    region text[],
    product uuid,
    mcc_from text not null,
    mcc_to text not null,
    currency character(3) not null,
    valid_from date not null,
    valid_to date not null,
    basis_points numeric not null,
    fixed_minor bigint not null,
    source text not null,
    imported_by text not null,
    imported_at timestamp with time zone not null,
    constraint interchange_rate_kind_check CHECK ((kind = ANY (ARRAY['interchange'::text, 'scheme_fee'::text]))),
    constraint interchange_rate_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint interchange_rate_pkey PRIMARY KEY (mode, line)
);

create table issued_report (
    mode text not null,
    business_date date not null,
    name text not null,
    version integer not null,
    night_id bigint not null,
    sha256 text not null,
    row_count bigint not null,
    manifest jsonb not null,
    constraint issued_report_night_id_fkey FOREIGN KEY (night_id) REFERENCES night(id),
    constraint issued_report_pkey PRIMARY KEY (mode, business_date, name, version)
);
CREATE TRIGGER issued_report_noted_new AFTER INSERT ON public.issued_report REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('report', 'name', 'manifest');

create table ledger_day (
    mode text not null,
    business_date date not null,
    account text not null,
    currency character(3) not null,
    debit_minor numeric not null,
    credit_minor numeric not null,
    constraint ledger_day_pkey PRIMARY KEY (mode, business_date, account, currency)
);

create table ledger_row (
    subject uuid not null,
    event text not null,
    ordinal integer not null,
    mode text not null,
    business_date date not null,
    account_id uuid,
    debit_account text not null,
    credit_account text not null,
    amount_minor bigint not null,
    currency character(3) not null,
    card_id uuid,
    transaction_id uuid,
    clearing_id uuid,
    released_minor bigint,
    constraint ledger_row_accounts CHECK (((debit_account = ANY (ARRAY['2100'::text, '9020'::text, '9010'::text, '2010'::text, '1010'::text, '1020'::text, '1200'::text, '1310'::text, '1390'::text, '1900'::text, '1901'::text, '2200'::text, '4010'::text, '5010'::text, '5015'::text, '5020'::text, '5030'::text, '5040'::text, '5050'::text])) AND (credit_account = ANY (ARRAY['2010'::text, '9010'::text, '9020'::text, '4010'::text, '1010'::text, '1020'::text, '1200'::text, '1310'::text, '1390'::text, '1900'::text, '1901'::text, '2100'::text, '2200'::text, '5010'::text, '5015'::text, '5020'::text, '5030'::text, '5040'::text, '5050'::text])) AND (debit_account <> credit_account) AND ((debit_account >= '9000'::text) = (credit_account >= '9000'::text)))),
    constraint ledger_row_amount_minor_check CHECK ((amount_minor > 0)),
    constraint ledger_row_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint ledger_row_ordinal_check CHECK ((ordinal >= 0)),
    constraint ledger_row_pkey PRIMARY KEY (subject, event, ordinal),
    constraint ledger_row_released CHECK (((released_minor IS NULL) OR ((released_minor > 0) AND (ordinal > 0) AND (debit_account < '9000'::text))))
);
CREATE INDEX ledger_row_date ON public.ledger_row USING brin (business_date) WITH (autosummarize='on');
CREATE INDEX ledger_row_suspense ON public.ledger_row USING btree (mode, business_date) WHERE ((debit_account = '1310'::text) OR (credit_account = '1310'::text));
CREATE TRIGGER ledger_row_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_row FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

create table login_failure (
    name text not null,
    source text not null,
    failures integer not null,
    last_at timestamp with time zone not null,
    constraint login_failure_failures_check CHECK ((failures >= 0)),
    constraint login_failure_pkey PRIMARY KEY (name, source)
);
CREATE INDEX login_failure_last ON public.login_failure USING btree (last_at);

create table login_source (
    operator text not null,
    source text not null,
    last_at timestamp with time zone not null,
    constraint login_source_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
    constraint login_source_pkey PRIMARY KEY (operator, source)
);

create table message (
    id uuid not null,
    identity uuid not null,
    payload_hash bigint not null,
    message_id uuid not null,
    kind text not null,
    network text not null,
    account_id uuid,
    mode text,
    card_id uuid,
    card_reference text,
    transaction_id uuid,
    outcome text not null,
    amount_minor bigint not null,
    currency character(3),
    response_code text,
    approval_code text,
    approved_minor bigint not null,
    decline_reason text,
    decline_code text,
    failed_checks text,
    payload jsonb,
    feed_partition integer not null,
    feed_offset bigint not null,
    created_at timestamp with time zone not null,
    decided_at timestamp with time zone not null,
    merchant_amount_minor bigint,
    merchant_currency character(3),
    available_minor bigint,
    constraint message_identity UNIQUE (identity),
    constraint message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_card ON public.message USING btree (card_id, id);
CREATE INDEX message_created ON public.message USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX message_offset ON public.message USING brin (feed_offset int8_minmax_multi_ops) WITH (autosummarize='on');
CREATE INDEX message_recorded ON public.message USING btree (kind, id) WHERE (outcome = 'recorded'::text);
CREATE INDEX message_transaction ON public.message USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX message_unattributed ON public.message USING btree (id) WHERE ((mode IS NULL) AND (kind = ANY (ARRAY['chargeback'::text, 'representment'::text, 'arbitration'::text])));

create table month_close (
    mode text not null,
    month date not null,
    stage text not null,
    soft_closed_at timestamp with time zone not null,
    soft_closed_by text not null,
    hard_closed_at timestamp with time zone,
    hard_closed_by text,
    approved_by text,
    inputs_sha256 text,
    snapshot jsonb,
    constraint month_close_hard CHECK (((stage = 'hard_closed'::text) = ((hard_closed_at IS NOT NULL) AND (hard_closed_by IS NOT NULL) AND (approved_by IS NOT NULL) AND (inputs_sha256 IS NOT NULL) AND (snapshot IS NOT NULL)))),
    constraint month_close_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint month_close_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    constraint month_close_pkey PRIMARY KEY (mode, month),
    constraint month_close_stage_check CHECK ((stage = ANY (ARRAY['soft_closed'::text, 'hard_closed'::text])))
);

create table network_total (
    mode text not null,
    network text not null,
    institution text not null,
    service text not null,
    settlement_date date not null,
    cycle integer not null,
    currency character(3) not null,
    version integer not null,
    message uuid not null,
    business_date date not null,
    debit_count bigint not null,
    debit_minor bigint not null,
    credit_count bigint not null,
    credit_minor bigint not null,
    interchange_minor bigint not null,
    fees_minor bigint not null,
    net_minor bigint not null,
    complete boolean not null,
    constraint network_total_pkey PRIMARY KEY (mode, settlement_date, network, institution, service, cycle, currency, version)
);
CREATE INDEX network_total_date ON public.network_total USING btree (mode, business_date);

create table night (
    id bigint not null,
    mode text not null,
    business_date date not null,
    number integer not null,
    closes boolean not null,
    state text not null,
    previous_id bigint,
    job_execution_id bigint,
    cut_at timestamp with time zone,
    started_at timestamp with time zone not null,
    ended_at timestamp with time zone,
    failure text,
    clearing_rules jsonb,
    release_days integer not null generated always as ((COALESCE(((clearing_rules ->> 'grace_days'::text))::integer, 2) + 1)) stored,
    constraint night_date UNIQUE (mode, business_date, number),
    constraint night_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint night_number_check CHECK ((number > 0)),
    constraint night_pkey PRIMARY KEY (id),
    constraint night_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES night(id),
    constraint night_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopped'::text, 'failed'::text, 'completed'::text])))
);
CREATE UNIQUE INDEX night_unfinished ON public.night USING btree (mode) WHERE (state <> 'completed'::text);
CREATE TRIGGER night_noted AFTER UPDATE ON public.night REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('night', 'id', 'previous_id', 'job_execution_id', 'cut_at', 'failure', 'clearing_rules', 'release_days');
CREATE TRIGGER night_noted_new AFTER INSERT ON public.night REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('night', 'id', 'previous_id', 'job_execution_id', 'cut_at', 'failure', 'clearing_rules', 'release_days');

create table night_card_day (
    night_id bigint not null,
    card_id uuid not null,
    day date not null,
    constraint night_card_day_pkey PRIMARY KEY (night_id, day, card_id)
);

create table night_cut (
    night_id bigint not null,
    partition integer not null,
    next_offset bigint not null,
    constraint night_cut_night_id_fkey FOREIGN KEY (night_id) REFERENCES night(id),
    constraint night_cut_pkey PRIMARY KEY (night_id, partition)
);

create table night_lease (
    mode text not null,
    fence bigint not null,
    owner text,
    held_until timestamp with time zone,
    constraint night_lease_held CHECK (((owner IS NULL) = (held_until IS NULL))),
    constraint night_lease_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint night_lease_pkey PRIMARY KEY (mode)
);

create table night_work (
    night_id bigint not null,
    lineage_id uuid not null,
    kind text not null,
    item_id uuid not null,
    constraint night_work_kind_check CHECK ((kind = ANY (ARRAY['clearing'::text, 'single_message'::text]))),
    constraint night_work_pkey PRIMARY KEY (night_id, lineage_id, kind, item_id)
);

create table open_hold (
    transaction_id uuid not null,
    mode text not null,
    account_id uuid not null,
    card_id uuid not null,
    currency character(3) not null,
    held_minor bigint not null,
    hold_until date,
    created_at timestamp with time zone not null,
    constraint open_hold_pkey PRIMARY KEY (transaction_id)
);
CREATE INDEX open_hold_ahead ON public.open_hold USING btree (mode) WHERE (held_minor < 0);
CREATE INDEX open_hold_until ON public.open_hold USING btree (hold_until, transaction_id);

create table operator (
    name text not null,
    password_hash text not null,
    password_temporary boolean not null,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone not null,
    last_login_at timestamp with time zone,
    roles text[] not null,
    access_version bigint not null default 0,
    constraint operator_name CHECK ((name ~ '^[a-z][a-z0-9._-]{1,39}$'::text)),
    constraint operator_pkey PRIMARY KEY (name),
    constraint operator_roles CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['viewer'::text, 'operator'::text, 'finance'::text, 'administrator'::text])))
);

create table operator_grant (
    operator text not null,
    granted_by text not null,
    granted_at timestamp with time zone not null,
    granted_by_kind text not null,
    constraint operator_grant_granted_by_kind_check CHECK ((granted_by_kind = ANY (ARRAY['operator'::text, 'key'::text, 'command'::text, 'provider'::text, 'start'::text]))),
    constraint operator_grant_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name)
);
CREATE INDEX operator_grant_operator ON public.operator_grant USING btree (operator, granted_at);

create table operator_provider_user (
    operator text not null,
    issuer text not null,
    subject text not null,
    bound_at timestamp with time zone not null,
    constraint operator_provider_user_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
    constraint operator_provider_user_pkey PRIMARY KEY (operator)
);
CREATE UNIQUE INDEX operator_provider_user_subject ON public.operator_provider_user USING btree (issuer, subject);

create table operator_recovery_code (
    operator text not null,
    code_sha256 text not null,
    constraint operator_recovery_code_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
    constraint operator_recovery_code_pkey PRIMARY KEY (operator, code_sha256)
);

create table operator_totp (
    operator text not null,
    secret bytea not null,
    wrapped_by text not null,
    last_step bigint not null,
    confirmed_at timestamp with time zone,
    constraint operator_totp_operator_fkey FOREIGN KEY (operator) REFERENCES operator(name),
    constraint operator_totp_pkey PRIMARY KEY (operator)
);

create table physical_order (
    id uuid not null,
    card_id uuid not null,
    status text not null,
    shipping_method text not null,
    line1 text not null,
    line2 text,
    city text not null,
    postal_code text not null,
    state text,
    country character(2) not null,
    carrier text,
    tracking_number text,
    created_at timestamp with time zone not null,
    shipped_at timestamp with time zone,
    updated_at timestamp with time zone not null,
    constraint physical_order_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint physical_order_pkey PRIMARY KEY (id),
    constraint physical_order_shipping_method_check CHECK ((shipping_method = ANY (ARRAY['standard'::text, 'express'::text]))),
    constraint physical_order_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text])))
);
CREATE INDEX physical_order_card ON public.physical_order USING btree (card_id, id);
CREATE UNIQUE INDEX physical_order_live ON public.physical_order USING btree (card_id) WHERE (status <> 'cancelled'::text);
CREATE TRIGGER physical_order_noted AFTER UPDATE ON public.physical_order REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('physical_card_order', 'id', 'updated_at');
CREATE TRIGGER physical_order_noted_new AFTER INSERT ON public.physical_order REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('physical_card_order', 'id', 'updated_at');

create table pin_block_failure (
    kind text not null,
    subject text not null,
    consecutive integer not null,
    waits_until timestamp with time zone not null,
    constraint pin_block_failure_consecutive_check CHECK ((consecutive >= 0)),
    constraint pin_block_failure_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'key'::text]))),
    constraint pin_block_failure_pkey PRIMARY KEY (kind, subject)
);

create table pin_key (
    account_id uuid not null,
    mode text not null,
    id text not null,
    wrapped_by text not null,
    wrapped bytea not null,
    created_at timestamp with time zone not null,
    constraint pin_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint pin_key_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint pin_key_pkey PRIMARY KEY (account_id, mode)
);

create table pin_key_component (
    account_id uuid not null,
    mode text not null,
    number smallint not null,
    wrapped_by text,
    id text not null,
    wrapped bytea,
    shown_at timestamp with time zone,
    constraint pin_key_component_key FOREIGN KEY (account_id, mode) REFERENCES pin_key(account_id, mode),
    constraint pin_key_component_number_check CHECK ((number = ANY (ARRAY[1, 2]))),
    constraint pin_key_component_pkey PRIMARY KEY (account_id, mode, number),
    constraint pin_key_component_shown_once CHECK ((((shown_at IS NULL) = (wrapped IS NOT NULL)) AND ((shown_at IS NULL) = (wrapped_by IS NOT NULL))))
);

create table posting_total (
    mode text not null,
    business_date date not null,
    account_id uuid,
    program_id uuid,
    currency character(3) not null,
    kind text not null,
    count bigint not null,
    debit_minor numeric not null,
    credit_minor numeric not null,
    constraint posting_total_key UNIQUE NULLS NOT DISTINCT (mode, business_date, account_id, program_id, currency, kind),
    constraint posting_total_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'cash'::text, 'refund'::text, 'reversal'::text, 'interchange'::text, 'fee'::text, 'correction'::text, 'chargeback'::text, 'representment'::text, 'arbitration'::text, 'difference'::text, 'dispute'::text])))
);

create table program (
    id uuid not null,
    account_id uuid not null,
    mode text not null,
    name text not null,
    status text not null,
    network text not null,
    bin text not null,
    supported_card_types text[] not null,
    supported_currencies text[] not null,
    sca_mode text not null,
    is_default boolean not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    settlement_currencies text[] not null default '{}'::text[],
    constraint program_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
    constraint program_bin_check CHECK ((bin ~ '^[0-9]{6}([0-9]{2})?$'::text)),
    constraint program_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint program_network_check CHECK ((network = ANY (ARRAY['visa'::text, 'mastercard'::text]))),
    constraint program_pkey PRIMARY KEY (id),
    constraint program_sca_mode_check CHECK ((sca_mode = ANY (ARRAY['off'::text, 'enforce'::text]))),
    constraint program_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX program_account ON public.program USING btree (account_id, mode, id);
CREATE UNIQUE INDEX program_default ON public.program USING btree (account_id, mode) WHERE is_default;
CREATE TRIGGER program_noted AFTER UPDATE ON public.program REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settlement_currencies', 'updated_at');
CREATE TRIGGER program_noted_new AFTER INSERT ON public.program REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settlement_currencies', 'updated_at');

create table proposal_answer (
    break_id uuid not null,
    accepted boolean not null,
    reason text not null,
    answered_by text not null,
    answered_at timestamp with time zone not null,
    dispute_id uuid,
    constraint proposal_answer_break_id_fkey FOREIGN KEY (break_id) REFERENCES dispute_assessment(break_id),
    constraint proposal_answer_dispute CHECK ((accepted = (dispute_id IS NOT NULL))),
    constraint proposal_answer_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
    constraint proposal_answer_pkey PRIMARY KEY (break_id)
);
CREATE INDEX proposal_answer_opened ON public.proposal_answer USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);

create table quarantined_message (
    id bigint not null generated always as identity,
    feed_partition integer not null,
    feed_offset bigint not null,
    received_at timestamp with time zone not null,
    reason text not null,
    detail text not null,
    message_key text,
    body text not null,
    state text not null,
    closed_by text,
    closed_at timestamp with time zone,
    remark text,
    constraint quarantined_message_closed CHECK (((state = 'waiting'::text) = ((closed_by IS NULL) AND (closed_at IS NULL)))),
    constraint quarantined_message_offset UNIQUE (feed_partition, feed_offset, received_at),
    constraint quarantined_message_pkey PRIMARY KEY (id),
    constraint quarantined_message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'replayed'::text, 'discarded'::text])))
);
CREATE INDEX quarantined_message_state ON public.quarantined_message USING btree (state, id);

create table sandbox_clock (
    id smallint not null default 1,
    days_ahead integer not null,
    constraint sandbox_clock_days_ahead_check CHECK (((days_ahead >= 1) AND (days_ahead <= 3660))),
    constraint sandbox_clock_id_check CHECK ((id = 1)),
    constraint sandbox_clock_pkey PRIMARY KEY (id)
);

create table settlement_line (
    id uuid not null,
    night_id bigint not null,
    mode text not null,
    business_date date not null,
    record_type text not null,
    outcome text not null,
    account_id uuid,
    card_id uuid,
    lineage_id uuid not null,
    transaction_id uuid,
    linked_transaction_id uuid,
    arn text,
    direction text not null,
    amount_minor bigint not null,
    currency character(3) not null,
    settlement_minor bigint not null,
    settlement_currency character(3) not null,
    interchange_minor bigint not null,
    interchange_currency character(3) not null,
    network text not null,
    settlement_institution text,
    settlement_service text,
    settlement_date date,
    settlement_cycle integer,
    match_level integer,
    match_score integer,
    match_detail jsonb,
    auth_minor bigint,
    break_type text,
    created_at timestamp with time zone not null,
    identified_transaction_id uuid,
    identified_on date,
    corrects uuid,
    constraint settlement_line_amount_minor_check CHECK ((amount_minor >= 0)),
    constraint settlement_line_direction_check CHECK ((direction = ANY (ARRAY['debit'::text, 'credit'::text]))),
    constraint settlement_line_pkey PRIMARY KEY (id),
    constraint settlement_line_record_type_check CHECK (((record_type = ANY (ARRAY['clearing'::text, 'refund'::text, 'atm'::text, 'reversal'::text, 'fee'::text, 'correction'::text, 'chargeback'::text, 'representment'::text, 'arbitration'::text])) AND ((record_type = 'correction'::text) = (corrects IS NOT NULL)))),
    constraint settlement_line_settlement_minor_check CHECK ((settlement_minor >= 0))
);
CREATE INDEX settlement_line_arn ON public.settlement_line USING btree (arn, lineage_id) WHERE (arn IS NOT NULL);
CREATE INDEX settlement_line_date ON public.settlement_line USING brin (business_date) WITH (autosummarize='on');
CREATE INDEX settlement_line_dispute ON public.settlement_line USING btree (mode, business_date, lineage_id) WHERE (record_type = ANY (ARRAY['chargeback'::text, 'representment'::text, 'arbitration'::text]));
CREATE INDEX settlement_line_identified ON public.settlement_line USING btree (mode, identified_on) WHERE (identified_on IS NOT NULL);
CREATE INDEX settlement_line_late ON public.settlement_line USING btree (mode, business_date) WHERE (date_trunc('month'::text, (created_at AT TIME ZONE 'UTC'::text)) < date_trunc('month'::text, (business_date)::timestamp without time zone));
CREATE INDEX settlement_line_lineage ON public.settlement_line USING btree (lineage_id, id);
CREATE INDEX settlement_line_related ON public.settlement_line USING btree (lineage_id, id) WHERE ((transaction_id IS NULL) OR (record_type = 'refund'::text) OR (match_level > 1) OR (identified_transaction_id IS NOT NULL));
CREATE INDEX settlement_line_suspended ON public.settlement_line USING btree (mode, business_date) WHERE (outcome = 'suspended'::text);

create table single_message (
    identity uuid not null,
    interchange_minor bigint,
    interchange_currency text,
    settlement_date date,
    settlement_cycle integer,
    settlement_service text,
    settlement_institution text,
    settlement_minor bigint,
    settlement_currency character(3),
    constraint single_message_pkey PRIMARY KEY (identity)
);

create table skipped_record (
    night_id bigint not null,
    mode text not null,
    kind text not null,
    item_id uuid not null,
    lineage_id uuid not null,
    reason text not null,
    constraint skipped_record_kind_check CHECK ((kind = ANY (ARRAY['clearing'::text, 'single_message'::text]))),
    constraint skipped_record_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint skipped_record_night_id_fkey FOREIGN KEY (night_id) REFERENCES night(id),
    constraint skipped_record_pkey PRIMARY KEY (item_id, night_id)
);

create table state_change (
    number bigint not null generated always as identity,
    recorded_at timestamp with time zone not null default clock_timestamp(),
    kind text not null,
    image_before jsonb,
    image_after jsonb,
    transactions bytea,
    constraint state_change_content CHECK (((transactions IS NULL) <> (image_after IS NULL))),
    constraint state_change_pkey PRIMARY KEY (number)
);

create table transaction (
    id uuid not null,
    identity uuid not null,
    payload_hash bigint not null,
    message_id uuid not null,
    account_id uuid not null,
    mode text not null,
    card_id uuid not null,
    customer_id uuid not null,
    origin text not null,
    type text not null,
    status text not null,
    amount_minor bigint not null,
    currency character(3) not null,
    requested_minor bigint not null,
    approved_minor bigint not null,
    held_minor bigint not null,
    cleared_minor bigint not null,
    reversed_minor bigint not null,
    expired_minor bigint not null,
    refunded_minor bigint not null,
    increments integer not null,
    merchant_amount_minor bigint not null,
    merchant_currency character(3) not null,
    merchant_id text,
    terminal_id text,
    merchant_name text,
    merchant_mcc text,
    merchant_city text,
    merchant_country text,
    channel text not null,
    network text not null,
    network_txn_id text,
    stan text,
    rrn text,
    acquirer_id text,
    decided_minor bigint not null,
    response_code text not null,
    approval_code text,
    decline_reason text,
    decline_code text,
    failed_checks text,
    rules_version integer not null,
    day_used_minor bigint not null,
    month_used_minor bigint not null,
    skewed boolean not null,
    hold_until date,
    version integer not null,
    feed_partition integer not null,
    feed_offset bigint not null,
    created_at timestamp with time zone not null,
    decided_at timestamp with time zone not null,
    settled_at timestamp with time zone,
    merchant_authorized_minor bigint,
    replacement_stated_at timestamp with time zone,
    funding_id uuid,
    merchant_cleared_minor bigint,
    constraint transaction_amount_minor_check CHECK ((amount_minor >= 0)),
    constraint transaction_approved_minor_check CHECK ((approved_minor >= 0)),
    constraint transaction_channel_check CHECK ((channel = ANY (ARRAY['online'::text, 'in_store'::text, 'contactless'::text, 'atm'::text]))),
    constraint transaction_cleared_minor_check CHECK ((cleared_minor >= 0)),
    constraint transaction_decided_minor_check CHECK ((decided_minor >= 0)),
    constraint transaction_decline_reason_check CHECK ((decline_reason = ANY (ARRAY['insufficient_funds'::text, 'card_frozen'::text, 'spending_limit_exceeded'::text, 'authorization_control'::text, 'incorrect_pin'::text, 'suspected_fraud'::text, 'other'::text]))),
    constraint transaction_declined CHECK (((status = 'declined'::text) = (decline_reason IS NOT NULL))),
    constraint transaction_expired_minor_check CHECK ((expired_minor >= 0)),
    constraint transaction_held_minor_check CHECK ((held_minor >= 0)),
    constraint transaction_increments_check CHECK ((increments >= 0)),
    constraint transaction_merchant_amount_minor_check CHECK ((merchant_amount_minor >= 0)),
    constraint transaction_merchant_authorized_minor_check CHECK ((merchant_authorized_minor >= 0)),
    constraint transaction_merchant_cleared_minor_check CHECK ((merchant_cleared_minor >= 0)),
    constraint transaction_origin_check CHECK ((origin = ANY (ARRAY['request'::text, 'single_message'::text, 'advice'::text, 'increment'::text, 'refund_request'::text, 'refund'::text, 'force_post'::text]))),
    constraint transaction_pkey PRIMARY KEY (id),
    constraint transaction_refunded_minor_check CHECK ((refunded_minor >= 0)),
    constraint transaction_requested_minor_check CHECK ((requested_minor >= 0)),
    constraint transaction_reversed_minor_check CHECK ((reversed_minor >= 0)),
    constraint transaction_status_check CHECK ((status = ANY (ARRAY['authorized'::text, 'declined'::text, 'reversed'::text, 'settled'::text]))),
    constraint transaction_type_check CHECK ((type = ANY (ARRAY['purchase'::text, 'refund'::text, 'cash_withdrawal'::text])))
) with (fillfactor=50);
CREATE INDEX transaction_approval ON public.transaction USING brin (upper(approval_code) text_bloom_ops (n_distinct_per_range='1200', false_positive_rate='0.0005')) WITH (pages_per_range='128', autosummarize='on');
CREATE INDEX transaction_card ON public.transaction USING btree (card_id, id);
CREATE INDEX transaction_created ON public.transaction USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX transaction_identity ON public.transaction USING btree (network_txn_id, card_id, identity) NULLS NOT DISTINCT;
CREATE INDEX transaction_offset ON public.transaction USING brin (feed_offset int8_minmax_multi_ops) WITH (autosummarize='on');

create table user_credentials (
    credential_id text not null,
    user_entity_user_id text not null,
    public_key bytea not null,
    signature_count bigint,
    uv_initialized boolean,
    backup_eligible boolean not null,
    authenticator_transports text,
    public_key_credential_type text,
    backup_state boolean not null,
    attestation_object bytea,
    attestation_client_data_json bytea,
    created timestamp without time zone,
    last_used timestamp without time zone,
    label text not null,
    constraint user_credentials_pkey PRIMARY KEY (credential_id),
    constraint user_credentials_user_entity_user_id_fkey FOREIGN KEY (user_entity_user_id) REFERENCES user_entities(id) ON DELETE CASCADE
);
CREATE INDEX user_credentials_owner ON public.user_credentials USING btree (user_entity_user_id);

create table user_entities (
    id text not null,
    name text not null,
    display_name text,
    constraint user_entities_name_fkey FOREIGN KEY (name) REFERENCES operator(name),
    constraint user_entities_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_entities_name ON public.user_entities USING btree (name);

create table wallet_token (
    id uuid not null,
    card_id uuid not null,
    wallet text not null,
    status text not null,
    device_id text,
    device_name text,
    suspended_by_freeze boolean not null default false,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    constraint wallet_token_card_id_fkey FOREIGN KEY (card_id) REFERENCES card(id),
    constraint wallet_token_pkey PRIMARY KEY (id),
    constraint wallet_token_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'removed'::text]))),
    constraint wallet_token_wallet_check CHECK ((wallet = ANY (ARRAY['apple_pay'::text, 'google_pay'::text])))
);
CREATE INDEX wallet_token_card ON public.wallet_token USING btree (card_id, id);
CREATE UNIQUE INDEX wallet_token_live ON public.wallet_token USING btree (card_id, wallet, COALESCE(device_id, ''::text)) WHERE (status <> 'removed'::text);
CREATE INDEX wallet_token_unconfirmed ON public.wallet_token USING btree (created_at) WHERE (status = 'pending'::text);
CREATE TRIGGER wallet_token_noted AFTER UPDATE ON public.wallet_token REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('wallet_token', 'id', 'device_id', 'suspended_by_freeze', 'updated_at');
CREATE TRIGGER wallet_token_noted_new AFTER INSERT ON public.wallet_token REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_state_change('wallet_token', 'id', 'device_id', 'suspended_by_freeze', 'updated_at');

create table written_off_total (
    mode text not null,
    subject uuid not null,
    number integer not null,
    business_date date not null,
    net_minor bigint not null,
    currency character(3) not null,
    differences jsonb,
    constraint written_off_total_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
    constraint written_off_total_pkey PRIMARY KEY (mode, subject, number)
);

create view ledger_entry as
 SELECT ledger_row.subject,
    ledger_row.event,
    ledger_row.ordinal,
    ledger_row.mode,
    ledger_row.business_date,
    ledger_row.account_id,
    ledger_row.debit_account,
    ledger_row.credit_account,
    ledger_row.amount_minor,
    ledger_row.currency,
    ledger_row.card_id,
    ledger_row.transaction_id,
    ledger_row.clearing_id
   FROM ledger_row
UNION ALL
 SELECT ledger_row.subject,
    ledger_row.event,
    ledger_row.ordinal - 1 AS ordinal,
    ledger_row.mode,
    ledger_row.business_date,
    ledger_row.account_id,
    '9020'::text AS debit_account,
    '9010'::text AS credit_account,
    ledger_row.released_minor AS amount_minor,
    ledger_row.currency,
    ledger_row.card_id,
    ledger_row.transaction_id,
    ledger_row.clearing_id
   FROM ledger_row
  WHERE ledger_row.released_minor IS NOT NULL;

create view merchant_credit as
 SELECT share.record_id,
    share.record_type,
    share.mode,
    share.lineage_id,
    share.transaction_id,
    share.on_date,
    share.record_type = 'reversal'::text AND posted.type = 'refund'::text AS of_refund,
        CASE share.record_type
            WHEN 'reversal'::text THEN share.minor
            ELSE LEAST(share.minor, GREATEST(0::numeric, posted.cleared_minor::numeric - (( SELECT COALESCE(sum(earlier.minor), 0::numeric) AS "coalesce"
               FROM posted_amount earlier
              WHERE earlier.lineage_id = share.lineage_id AND earlier.record_type = 'refund'::text AND earlier.transaction_id = share.transaction_id AND earlier.record_id < share.record_id))))
        END AS minor
   FROM posted_amount share
     JOIN transaction posted ON posted.id = share.transaction_id
  WHERE share.record_type = ANY (ARRAY['refund'::text, 'reversal'::text]);

create view open_break as
 SELECT id,
    type,
    severity,
    subject,
    origin_date,
    account_id,
    mode,
    card_id,
    transaction_id,
    clearing_id,
    amount_minor,
    currency,
    state,
    detail,
    created_at,
    updated_at,
    owner,
    resolution,
    feed_partition,
    feed_offset
   FROM break
  WHERE state = ANY (ARRAY['open'::text, 'investigating'::text]);

create view posted_amount as
 SELECT id AS record_id,
    mode,
    lineage_id,
    arn,
    record_type,
    currency,
    created_at,
    COALESCE(identified_transaction_id, transaction_id) AS transaction_id,
    COALESCE(identified_on, business_date) AS on_date,
        CASE
            WHEN record_type <> 'reversal'::text THEN amount_minor::numeric
            ELSE ( SELECT COALESCE(sum(entry.amount_minor), 0::numeric) AS "coalesce"
               FROM ledger_row entry
              WHERE entry.subject = line.id AND (entry.event = ANY (ARRAY['clearing_reversal'::text, 'suspense_identified'::text])) AND ('2100'::text = entry.debit_account OR '2100'::text = entry.credit_account))
        END AS minor
   FROM settlement_line line
  WHERE corrects IS NULL AND COALESCE(identified_transaction_id, transaction_id) IS NOT NULL;

create view purchase_reference as
 SELECT card.lineage_id,
    transaction.id AS transaction_id,
    transaction.network_txn_id AS reference
   FROM card
     JOIN transaction ON transaction.card_id = card.id
  WHERE transaction.type <> 'refund'::text AND transaction.network_txn_id IS NOT NULL
UNION ALL
 SELECT line.lineage_id,
    COALESCE(line.identified_transaction_id, line.transaction_id) AS transaction_id,
        CASE line.record_type
            WHEN 'refund'::text THEN clearing.original_network_txn_id
            ELSE clearing.network_txn_id
        END AS reference
   FROM settlement_line line
     JOIN clearing ON clearing.id = line.id
  WHERE (line.record_type = ANY (ARRAY['clearing'::text, 'atm'::text, 'refund'::text])) AND (line.record_type = 'refund'::text OR line.match_level > 1 OR line.identified_transaction_id IS NOT NULL) AND
        CASE line.record_type
            WHEN 'refund'::text THEN clearing.original_network_txn_id
            ELSE clearing.network_txn_id
        END IS NOT NULL;

create view settlement_entry as
 SELECT id,
    COALESCE(corrects, id) AS record_id,
    mode,
    business_date,
    record_type,
    outcome,
    account_id,
    card_id,
    COALESCE(identified_transaction_id, transaction_id) AS posted_transaction_id,
    transaction_id,
    arn,
    direction,
    amount_minor,
    currency,
    settlement_minor,
    settlement_currency,
        CASE
            WHEN direction = 'debit'::text THEN settlement_minor
            ELSE - settlement_minor
        END AS net_minor,
    interchange_minor,
    interchange_currency,
        CASE
            WHEN interchange_currency = settlement_currency THEN interchange_minor
            ELSE 0::bigint
        END AS same_interchange_minor,
    network,
    COALESCE(settlement_institution, ''::text) AS institution,
    COALESCE(settlement_service, ''::text) AS service,
    settlement_date,
    COALESCE(settlement_cycle, 1) AS cycle,
    match_level,
    match_score,
    auth_minor,
    break_type,
    night_id,
    created_at,
        CASE
            WHEN (record_type = ANY (ARRAY['chargeback'::text, 'representment'::text, 'arbitration'::text])) AND outcome = 'booked'::text THEN lineage_id
            ELSE NULL::uuid
        END AS dispute_id
   FROM settlement_line;

create view spend as
 SELECT transaction.card_id,
    transaction.id AS transaction_id,
    transaction.created_at,
        CASE
            WHEN transaction.increments = 0 THEN transaction.held_minor + transaction.cleared_minor
            ELSE LEAST(transaction.held_minor + transaction.cleared_minor, transaction.approved_minor - (( SELECT sum(increment.amount_minor)::bigint AS sum
               FROM increment
              WHERE increment.transaction_id = transaction.id))) + GREATEST(0::bigint, transaction.held_minor + transaction.cleared_minor - transaction.approved_minor)
        END AS amount_minor,
    false AS is_increment
   FROM transaction
  WHERE transaction.type <> 'refund'::text
UNION ALL
 SELECT part.card_id,
    part.transaction_id,
    part.created_at,
    LEAST(part.amount_minor, GREATEST(0::bigint, grown.held_minor + grown.cleared_minor - grown.approved_minor + part.amount_minor + later.total)) AS amount_minor,
    true AS is_increment
   FROM increment part
     JOIN transaction grown ON grown.id = part.transaction_id
     JOIN LATERAL ( SELECT COALESCE(sum(increment.amount_minor), 0::numeric)::bigint AS total
           FROM increment
          WHERE increment.transaction_id = part.transaction_id AND increment.ordinal > part.ordinal) later ON true
  WHERE grown.type <> 'refund'::text;

CREATE OR REPLACE FUNCTION public.audit_delivery_never_goes_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    if tg_op = 'DELETE' or new.place <> old.place or new.sequence < old.sequence then
        raise exception 'what was delivered stays delivered';
    end if;
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    raise exception 'the audit trail is append-only';
end
$function$;

CREATE OR REPLACE FUNCTION public.funding_kind(event text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
select case
           when event = 'funding_credit' then 'credited'
           when event = 'funding_debit' then 'debited'
           when event in ('clearing', 'single_message', 'suspense_identified') then 'cleared'
           when event = 'refund' then 'refunded'
           when event in ('clearing_reversal', 'clearing_returned') then 'reversed'
           when event like 'dispute%' then 'disputed'
           else 'other'
       end
$function$;

CREATE OR REPLACE FUNCTION public.funding_movement_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    raise exception 'funding movements are append-only: correct one by another';
end
$function$;

CREATE OR REPLACE FUNCTION public.funding_of_card(of_card uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
select coalesce(customers.id, programs.id)
  from card
  left join funding_account customers
    on customers.customer_id = card.customer_id
   and customers.currency = card.currency
  left join funding_account programs
    on programs.program_id = card.program_id
   and programs.currency = card.currency
 where card.id = of_card
$function$;

CREATE OR REPLACE FUNCTION public.id_floor(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    raise exception 'the ledger is append-only: correct it by a reversing entry';
end
$function$;

CREATE OR REPLACE FUNCTION public.note_funding_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    if tg_op = 'INSERT' then
        insert into state_change (kind, image_after)
        select 'funding_account',
               jsonb_agg(jsonb_build_array(id, null, null, balance_minor, held_minor) order by id)
          from new_rows
        having count(*) > 0;
    else
        insert into state_change (kind, image_after)
        select 'funding_account',
               jsonb_agg(jsonb_build_array(latter.id, former.balance_minor, former.held_minor,
                                           latter.balance_minor, latter.held_minor)
                         order by latter.id)
          from old_rows former
          join new_rows latter
            on latter.id = former.id
         where (latter.balance_minor, latter.held_minor) <> (former.balance_minor, former.held_minor)
        having count(*) > 0;
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_state_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    named_by constant text   := tg_argv[1];
    hidden   constant text[] := coalesce(tg_argv[2:], '{}');
begin
    if tg_op = 'INSERT' then
        insert into state_change (kind, image_after)
        select tg_argv[0], to_jsonb(new_rows) - hidden
          from new_rows;
    else
        insert into state_change (kind, image_before, image_after)
        select tg_argv[0], former.image - hidden, latter.image - hidden
          from (select to_jsonb(old_rows) as image from old_rows) former
          join (select to_jsonb(new_rows) as image from new_rows) latter
            on latter.image ->> named_by = former.image ->> named_by
         where (latter.image - hidden) <> (former.image - hidden);
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics(VARIADIC tables regclass[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
    each regclass;
begin
    foreach each in array tables loop
        execute format('analyze %s', each);
    end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.reset_statistics_of_empty_tables(schema_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
    if current_setting('server_version_num')::int >= 180000 then
        perform pg_clear_relation_stats(relnamespace::regnamespace::text, relname::text)
           from pg_class
          where relnamespace = schema_name::regnamespace
            and relkind = 'r'
            and reltuples = 0
            and pg_get_userbyid(relowner) = current_user;
    end if;
end
$function$;

create sequence approval_policy_number_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence audit_inbox_id_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence batch_job_execution_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence batch_job_instance_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence batch_step_execution_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence bulk_card_change_id_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence funding_movement_number_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence quarantined_message_id_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

create sequence state_change_number_seq as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1;

grant delete, insert, select, update on table account to countersign_app;
grant delete, insert, select, update on table activity_total to countersign_app;
grant delete, insert, select, update on table api_key to countersign_app;
grant insert, select on table approval_policy to countersign_app;
grant delete, insert, select, update on table approval_request to countersign_app;
grant insert, select on table audit_checkpoint to countersign_app;
grant delete, insert, select, update on table audit_delivery to countersign_app;
grant insert, select on table audit_entry to countersign_app;
grant delete, insert, select on table audit_inbox to countersign_app;
grant delete, insert, select, update on table audit_repeat to countersign_app;
grant delete, insert, select, update on table bank_booking to countersign_app;
grant delete, insert, select, update on table bank_day to countersign_app;
grant delete, insert, select, update on table bank_entry to countersign_app;
grant delete, insert, select, update on table bank_funding to countersign_app;
grant delete, insert, select, update on table bank_line to countersign_app;
grant delete, insert, select, update on table bank_page to countersign_app;
grant delete, insert, select, update on table bank_statement to countersign_app;
grant delete, insert, select, update on table batch_job_execution to countersign_app;
grant delete, insert, select, update on table batch_job_execution_context to countersign_app;
grant delete, insert, select, update on table batch_job_execution_params to countersign_app;
grant delete, insert, select, update on table batch_job_instance to countersign_app;
grant delete, insert, select, update on table batch_step_execution to countersign_app;
grant delete, insert, select, update on table batch_step_execution_context to countersign_app;
grant delete, insert, select, update on table break to countersign_app;
grant delete, insert, select, update on table break_credit to countersign_app;
grant delete, insert, select, update on table break_history to countersign_app;
grant delete, insert, select, update on table bulk_card_change to countersign_app;
grant delete, insert, select, update on table card to countersign_app;
grant delete, insert, select, update on table card_change to countersign_app;
grant delete, insert, select, update on table card_lineage to countersign_app;
grant delete, insert, select, update on table card_pan to countersign_app;
grant delete, insert, select, update on table card_pin to countersign_app;
grant delete, insert, select, update on table card_rules to countersign_app;
grant delete, insert, select, update on table card_security to countersign_app;
grant delete, insert, select, update on table clearing to countersign_app;
grant delete, insert, select, update on table clearing_file to countersign_app;
grant delete, insert, select, update on table clearing_file_part to countersign_app;
grant delete, insert, select, update on table closing_request to countersign_app;
grant delete, insert, select, update on table console_session to countersign_app;
grant delete, insert, select, update on table console_session_attributes to countersign_app;
grant delete, insert, select, update on table customer to countersign_app;
grant delete, insert, select, update on table cycle_part to countersign_app;
grant delete, insert, select, update on table data_key to countersign_app;
grant delete, insert, select, update on table dispute to countersign_app;
grant delete, insert, select, update on table dispute_assessment to countersign_app;
grant delete, insert, select, update on table dispute_money to countersign_app;
grant delete, insert, select, update on table early_arrival to countersign_app;
grant delete, insert, select, update on table event_position to countersign_app;
grant delete, insert, select, update on table event_sequence to countersign_app;
grant delete, insert, select, update on table expected_interchange to countersign_app;
grant delete, insert, select, update on table feed_position to countersign_app;
grant select on table flyway_schema_history to countersign_app;
grant delete, insert, select, update on table funding_account to countersign_app;
grant delete, insert, select, update on table funding_day to countersign_app;
grant delete, insert, select, update on table funding_movement to countersign_app;
grant delete, insert, select, update on table fx_purchase to countersign_app;
grant delete, insert, select, update on table fx_rate to countersign_app;
grant delete, insert, select, update on table fx_revaluation to countersign_app;
grant delete, insert, select, update on table held_clearing to countersign_app;
grant delete, insert, select, update on table idempotent_request to countersign_app;
grant delete, insert, select, update on table identified_record to countersign_app;
grant delete, insert, select, update on table increment to countersign_app;
grant delete, insert, select, update on table interchange_rate to countersign_app;
grant delete, insert, select, update on table issued_report to countersign_app;
grant delete, insert, select, update on table ledger_day to countersign_app;
grant delete, insert, select, update on table ledger_entry to countersign_app;
grant delete, insert, select, update on table ledger_row to countersign_app;
grant delete, insert, select, update on table login_failure to countersign_app;
grant delete, insert, select, update on table login_source to countersign_app;
grant delete, insert, select, update on table merchant_credit to countersign_app;
grant delete, insert, select, update on table message to countersign_app;
grant delete, insert, select, update on table month_close to countersign_app;
grant delete, insert, select, update on table network_total to countersign_app;
grant delete, insert, select, update on table night to countersign_app;
grant delete, insert, select, update on table night_card_day to countersign_app;
grant delete, insert, select, update on table night_cut to countersign_app;
grant delete, insert, select, update on table night_lease to countersign_app;
grant delete, insert, select, update on table night_work to countersign_app;
grant delete, insert, select, update on table open_break to countersign_app;
grant delete, insert, select, update on table open_hold to countersign_app;
grant delete, insert, select, update on table operator to countersign_app;
grant insert, select on table operator_grant to countersign_app;
grant delete, insert, select, update on table operator_provider_user to countersign_app;
grant delete, insert, select, update on table operator_recovery_code to countersign_app;
grant delete, insert, select, update on table operator_totp to countersign_app;
grant delete, insert, select, update on table physical_order to countersign_app;
grant delete, insert, select, update on table pin_block_failure to countersign_app;
grant delete, insert, select, update on table pin_key to countersign_app;
grant delete, insert, select, update on table pin_key_component to countersign_app;
grant delete, insert, select, update on table posted_amount to countersign_app;
grant delete, insert, select, update on table posting_total to countersign_app;
grant delete, insert, select, update on table program to countersign_app;
grant delete, insert, select, update on table proposal_answer to countersign_app;
grant delete, insert, select, update on table purchase_reference to countersign_app;
grant delete, insert, select, update on table quarantined_message to countersign_app;
grant delete, insert, select, update on table sandbox_clock to countersign_app;
grant delete, insert, select, update on table settlement_entry to countersign_app;
grant delete, insert, select, update on table settlement_line to countersign_app;
grant delete, insert, select, update on table single_message to countersign_app;
grant delete, insert, select, update on table skipped_record to countersign_app;
grant delete, insert, select, update on table spend to countersign_app;
grant delete, insert, select, update on table state_change to countersign_app;
grant delete, insert, select, update on table transaction to countersign_app;
grant delete, insert, select, update on table user_credentials to countersign_app;
grant delete, insert, select, update on table user_entities to countersign_app;
grant delete, insert, select, update on table wallet_token to countersign_app;
grant delete, insert, select, update on table written_off_total to countersign_app;
grant select, usage on sequence approval_policy_number_seq to countersign_app;
grant select, usage on sequence audit_inbox_id_seq to countersign_app;
grant select, usage on sequence batch_job_execution_seq to countersign_app;
grant select, usage on sequence batch_job_instance_seq to countersign_app;
grant select, usage on sequence batch_step_execution_seq to countersign_app;
grant select, usage on sequence bulk_card_change_id_seq to countersign_app;
grant select, usage on sequence funding_movement_number_seq to countersign_app;
grant select, usage on sequence quarantined_message_id_seq to countersign_app;
grant select, usage on sequence state_change_number_seq to countersign_app;
grant execute on function audit_delivery_never_goes_back() to public;
grant execute on function audit_delivery_never_goes_back() to countersign_app;
grant execute on function audit_is_append_only() to public;
grant execute on function audit_is_append_only() to countersign_app;
grant execute on function funding_kind(text) to public;
grant execute on function funding_kind(text) to countersign_app;
grant execute on function funding_movement_is_append_only() to public;
grant execute on function funding_movement_is_append_only() to countersign_app;
grant execute on function funding_of_card(uuid) to public;
grant execute on function funding_of_card(uuid) to countersign_app;
grant execute on function id_floor(timestamp with time zone) to public;
grant execute on function id_floor(timestamp with time zone) to countersign_app;
grant execute on function ledger_is_append_only() to public;
grant execute on function ledger_is_append_only() to countersign_app;
grant execute on function note_funding_change() to public;
grant execute on function note_funding_change() to countersign_app;
grant execute on function note_state_change() to public;
grant execute on function note_state_change() to countersign_app;
grant execute on function refresh_statistics(regclass[]) to countersign_app;
grant execute on function reset_statistics_of_empty_tables(text) to countersign_app;
