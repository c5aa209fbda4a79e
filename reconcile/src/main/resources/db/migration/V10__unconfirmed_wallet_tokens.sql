-- Tokens that no wallet has confirmed, the oldest first: a day later they are removed.
create index wallet_token_unconfirmed on wallet_token (created_at) where status = 'pending';
