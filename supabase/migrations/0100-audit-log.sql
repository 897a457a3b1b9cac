set local row_security = off;

-- It is in app and not in private, so that admins read it under a policy and by its indexes.
create table app.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null check (length(action) <= 100),
  subject text not null check (length(subject) <= 200),
  reason text check (length(reason) <= 1000),
  details jsonb not null default '{}',
  -- The text to search in, in lower case: the names of the admin and of all others involved as they were then, and the
  -- reason, one a line.
  search_text text not null default '' check (length(search_text) <= 4000)
);

create index audit_log_newest_idx on app.audit_log (at desc, id);
create index audit_log_action_idx on app.audit_log (action, at desc, id);
create index audit_log_search_text_idx on app.audit_log using gin (search_text extensions.gin_trgm_ops);

alter table app.audit_log enable row level security, force row level security;

comment on table app.audit_log is
  'The actions of admins, with their reasons. Admins see it, procedures write it, and nobody changes it.';
