set local row_security = off;

-- A long log is read by its indexes, which no function in between lets through: so it stands beside contacts, where
-- a policy says that it is for admins.
alter table private.audit_log set schema app;

-- What an entry is found by, in small letters: who did it, to whom or what, whom else it concerns, and why, a line
-- each, by the names of that time.
alter table app.audit_log add column words text not null default '' check (length(words) <= 4000);

update app.audit_log e
  set words = lower(concat_ws(
    e'\n',
    (
      select coalesce(p.full_name, p.username, p.company_name) from public.profiles p where p.id = e.actor_id
    ),
    case
      when e.action in ('create_user', 'appoint_admin', 'set_role', 'ban', 'end_sessions') then (
        select concat_ws(e'\n', p.company_name, coalesce(p.full_name, p.username))
        from public.profiles p where p.id = e.subject::uuid
      )
      when e.action = 'release_award' then (select j.title from public.jobs j where j.id = e.subject::uuid)
      when e.action = 'refund_payment' then (
        select coalesce(p.full_name, p.username, p.company_name)
        from public.payments paid join public.profiles p on p.id = paid.payee_id
        where paid.id = e.subject::uuid
      )
      when e.action = 'handle_demo_request'
        then (select d.full_name from public.demo_requests d where d.id = e.subject::uuid)
      when e.action = 'remove_review' then e.details ->> 'reviewer_name'
    end,
    (
      select coalesce(p.full_name, p.username, p.company_name) from public.profiles p
      where p.id = coalesce(e.details ->> 'contractor', e.details ->> 'consultant_id')::uuid
    ),
    e.reason
  ));

create index audit_log_words_idx on app.audit_log using gin (words extensions.gin_trgm_ops);

create index audit_log_records_idx on app.audit_log (at desc, id);
create index audit_log_action_idx on app.audit_log (action, at desc, id);
drop index app.audit_log_at_idx;

comment on table app.audit_log is
  'What admins did, to what, and why; seen by admins. Written by the procedures themselves, and changed by nobody.';
