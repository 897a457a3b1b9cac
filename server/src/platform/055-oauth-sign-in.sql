-- Each row is a sign-in that a user has started at an OAuth or SSO provider and has not finished yet.
create table if not exists private.outside_visits (
  state_hash text primary key check (length(state_hash) = 64),
  browser_hash text not null check (length(browser_hash) = 64),
  provider text not null check (length(provider) between 1 and 100),
  page text not null check (length(page) <= 4000),
  flow_state_id uuid references auth.flow_state on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.outside_visits is
  'Sign-ins that were started at a provider, with the browser, the target page, and the session if an account is linked manually. Each row is used once, within ten minutes.';
create index if not exists outside_visits_flow_state_id_idx on private.outside_visits (flow_state_id);
create index if not exists outside_visits_session_id_idx on private.outside_visits (session_id);
create index if not exists outside_visits_created_at_idx on private.outside_visits (created_at);

create table if not exists private.unlinked_identities (
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (length(provider) between 1 and 100),
  provider_id text not null check (length(provider_id) between 1 and 1000),
  unlinked_at timestamptz not null default now(),
  primary key (user_id, provider, provider_id)
);
comment on table private.unlinked_identities is
  'Identities that were unlinked from an account. Only a manual link restores them.';

insert into private.settings (name, value) values ('limit_oauth_address', '600/300')
on conflict do nothing;
