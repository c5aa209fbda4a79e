-- The user of an identity provider that logged in as an operator first: names are given anew there,
-- a subject is not.
create table operator_provider_user (
    operator text        not null references operator,
    issuer   text        not null,
    subject  text        not null,
    bound_at timestamptz not null,
    constraint operator_provider_user_pkey primary key (operator)
);
create unique index operator_provider_user_subject on operator_provider_user (issuer, subject);
