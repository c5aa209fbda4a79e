-- What an operator has beside the password. A secret of one-time passwords rests wrapped; it counts
-- from when its first code was given. Of two codes of one half minute the second is none.
create table operator_totp (
    operator     text        not null references operator,
    secret       bytea       not null,
    wrapped_by   text        not null,
    last_step    bigint      not null,
    confirmed_at timestamptz,
    constraint operator_totp_pkey primary key (operator)
);

-- Codes for when the other factors are lost, each for one time; here are their hashes.
create table operator_recovery_code (
    operator    text not null references operator,
    code_sha256 text not null,
    constraint operator_recovery_code_pkey primary key (operator, code_sha256)
);
