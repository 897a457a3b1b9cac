create policy audit_log_select on app.audit_log for select to authenticated
  using ((select app.is_admin()));
grant select on app.audit_log to authenticated, service_role;

-- A query that selects none of the names reads no profiles.
create view app.audit_entries with (security_invoker = true) as
  select e.id, e.at, e.action, e.reason, e.details,
         e.actor_id,
         (select app.display_name(p) from public.profiles p where p.id = e.actor_id) as actor_name,
         e.subject,
         case
           when e.action in (
             'create_user', 'admit', 'appoint_admin', 'set_role', 'ban', 'end_sessions', 'send_mail_again', 'remove_mail'
           )
             -- A user without a role has no profile, so the email or phone serves as the name.
             then coalesce(
               (select app.display_name(p) from public.profiles p where p.id = e.subject::uuid),
               (select coalesce(c.email, '+' || c.phone) from app.contacts c where c.user_id = e.subject::uuid)
             )
           when e.action = 'release_award'
             then (select j.title from public.jobs j where j.id = e.subject::uuid)
           when e.action = 'refund_payment' then (
             select app.display_name(p) from public.payments paid join public.profiles p on p.id = paid.payee_id
             where paid.id = e.subject::uuid
           )
           when e.action = 'handle_demo_request'
             then (select d.full_name from public.demo_requests d where d.id = e.subject::uuid)
           when e.action = 'remove_review' then e.details ->> 'reviewer_name'
         end as subject_name,
         -- The query uses CASE, because with COALESCE row security would check all profiles for each entry.
         (
           select app.display_name(p) from public.profiles p
           where p.id = (
             case when e.details ? 'contractor' then e.details ->> 'contractor' else e.details ->> 'consultant_id' end
           )::uuid
         ) as other_name
  from app.audit_log e;
grant select on app.audit_entries to authenticated, service_role;

create view public.admin_audit_entries with (security_invoker = true) as
  select * from app.audit_entries where (select app.require_admin());
comment on view public.admin_audit_entries is
  'The audit log with names: who did what, to whom and why. For admins.';
grant select on public.admin_audit_entries to authenticated, service_role;

create function app.audit_search_text(entry_id bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(concat_ws(e'\n', actor_name, subject_name, other_name, reason, details ->> 'phone'))
  from app.audit_entries where id = entry_id
$$;

create function app.tg_audit_log__update_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update app.audit_log set search_text = app.audit_search_text(new.id) where id = new.id;
  return null;
end
$$;

create trigger _300_update_search_text after insert on app.audit_log
  for each row execute function app.tg_audit_log__update_search_text();

create function app.admin_search_audit(query text, wanted_action text, latest timestamptz, beyond bigint)
returns setof bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- A long number is rare, and words next to it, such as "ticket", may be in every entry. The index would compare each
  -- part of these words, so it looks for the number alone.
  pattern constant text := app.like_pattern(coalesce(substring(query from '\d{5,}'), lower(query)));
  phone_pattern constant text := app.phone_like_pattern(query);
begin
  perform app.require_admin();
  perform app.check_text('The search', query, 200, true);
  return query
    select e.id from app.audit_log e
    where (e.search_text like pattern and strpos(e.search_text, lower(query)) > 0 or e.search_text like phone_pattern)
      and (wanted_action is null or e.action = wanted_action)
      and e.at <= coalesce(latest, 'infinity')
      and (beyond is null or e.at < latest or e.id > beyond)
    order by e.at desc, e.id
    limit app.search_limit();
end
$$;

create function public.admin_search_audit(
  query text, action text default null, latest timestamptz default null, beyond bigint default null
)
returns setof public.admin_audit_entries
language sql stable set search_path = ''
as $$
  select e.* from public.admin_audit_entries e
  where e.id = any (array(
    select app.admin_search_audit(query, admin_search_audit.action, latest, beyond)
  ))
$$;
comment on function public.admin_search_audit(text, text, timestamptz, bigint) is
  'Finds entries of the audit log by a part of the reason, or of the name that a user had then. Returns at most 1,000, '
  'newest first. To continue, pass the time of the last entry as "latest" and its id as "beyond". For admins.';

grant execute on function
  public.admin_search_audit(text, text, timestamptz, bigint), app.admin_search_audit(text, text, timestamptz, bigint)
  to authenticated, service_role;
