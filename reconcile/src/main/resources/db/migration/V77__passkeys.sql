-- Passkeys, in the tables that Spring Security reads and writes. Of a key only the public half is here.
create table user_entities (
    id           text not null,
    name         text not null references operator,
    display_name text,
    constraint user_entities_pkey primary key (id)
);
create unique index user_entities_name on user_entities (name);

create table user_credentials (
    credential_id                text    not null,
    user_entity_user_id          text    not null references user_entities on delete cascade,
    public_key                   bytea   not null,
    signature_count              bigint,
    uv_initialized               boolean,
    backup_eligible              boolean not null,
    authenticator_transports     text,
    public_key_credential_type   text,
    backup_state                 boolean not null,
    attestation_object           bytea,
    attestation_client_data_json bytea,
    created                      timestamp,
    last_used                    timestamp,
    label                        text    not null,
    constraint user_credentials_pkey primary key (credential_id)
);
create index user_credentials_owner on user_credentials (user_entity_user_id);
