-- What a person answered to a dispute that the night proposed. The night's own decision stays as it
-- is, so that its reports come out the same.
create table proposal_answer (
    break_id    uuid        not null references dispute_decision,
    accepted    boolean     not null,
    reason      text        not null,
    answered_by text        not null,
    answered_at timestamptz not null,
    dispute_id  uuid        references dispute,
    constraint proposal_answer_pkey primary key (break_id),
    constraint proposal_answer_dispute check (accepted = (dispute_id is not null))
);
create index dispute_decision_proposed on dispute_decision (mode, deadline) where decision = 'proposed';
create index dispute_resolved on dispute (mode, id) where status in ('won', 'lost', 'withdrawn');
