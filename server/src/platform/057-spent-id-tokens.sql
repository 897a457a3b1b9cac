-- Each ID token creates only one session, across all servers.

create table if not exists private.spent_id_tokens (
  token_hash text primary key check (length(token_hash) = 64),
  valid_until timestamptz not null
);
comment on table private.spent_id_tokens is
  'Used ID tokens of providers. Each row is kept until its token expires.';
create index if not exists spent_id_tokens_valid_until_idx on private.spent_id_tokens (valid_until);
