set local row_security = off;

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null check (length(action) <= 100),
  subject text not null check (length(subject) <= 200),
  reason text check (length(reason) <= 1000),
  details jsonb not null default '{}'
);

create index audit_log_at_idx on private.audit_log (at desc);

alter table private.audit_log enable row level security, force row level security;

comment on table private.audit_log is
  'What admins did, to what, and why. Written by the procedures themselves; read through admin_audit_log.';
