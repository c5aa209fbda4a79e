-- What differs may be given back by several records, each of which answers for a part of it.
alter table given_back_share drop constraint given_back_share_pkey;
alter table given_back_share
    add constraint given_back_share_pkey primary key (break_id, record_id, posted_to);
