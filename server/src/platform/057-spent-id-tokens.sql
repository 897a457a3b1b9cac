-- Id tokens that an app signed in with: each is worth one session, at whichever server it comes.

create table if not exists private.spent_id_tokens (
  token_hash text primary key check (length(token_hash) = 64),
  valid_until timestamptz not null
);
comment on table private.spent_id_tokens is
  'Id tokens of providers that were used, as long as they would be valid.';
create index if not exists spent_id_tokens_valid_until_idx on private.spent_id_tokens (valid_until);
