-- What an admin may do to a person. Each act is audited with its reason.

create function app.admin_end_sessions(person uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  perform app.lock_person(person);
  perform app.audit('end_sessions', person::text, app.check_reason(reason));
  delete from auth.sessions where user_id = person;
end
$$;

create function app.admin_set_role(person uuid, wanted text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before text;
begin
  -- Of two admins who demote each other at the same moment, the second is none any more.
  perform pg_advisory_xact_lock(hashtextextended('admins', 3));
  perform app.require_admin();
  perform app.require_somebody_else(person);
  if wanted is null or wanted not in ('facility', 'contractor', 'consultant', 'admin') then
    perform app.refuse(400, 'role_unknown', 'This role is not known.',
      'Choose facility, contractor, consultant or admin.');
  end if;
  select p.role into before from public.profiles p where p.id = person;
  perform app.audit('set_role', person::text, app.check_reason(reason),
    jsonb_build_object('from', before, 'to', wanted));
  update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('role', wanted)
    where u.id = person;
  delete from auth.sessions where user_id = person;
  -- Who had no role until now becomes a person.
  perform app.add_person(u) from auth.users u where u.id = person and before is null;
  update public.profiles p
    set role = wanted, consultation_fee = case when wanted = 'consultant' then p.consultation_fee end
    where p.id = person;
end
$$;

-- Until a time; null lifts it.
create function app.admin_ban(person uuid, until timestamptz, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  perform app.require_somebody_else(person);
  perform app.audit('ban', person::text, app.check_reason(reason), jsonb_build_object('until', until));
  update auth.users set banned_until = until where id = person;
  delete from auth.sessions where user_id = person;
end
$$;

-- The account is locked first, here and at sign-in, so that no session slips in while those that are
-- there end. The order everywhere is account, sessions, profile.
create function app.lock_person(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users where id = person for update;
  if not found then
    perform app.refuse(404, 'person_unknown', 'There is no such person.', 'Look them up in the list.');
  end if;
end
$$;

create function app.require_somebody_else(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.lock_person(person);
  if person = auth.uid() then
    perform app.refuse(409, 'not_yourself', 'You cannot do this to yourself.', 'Ask another admin.');
  end if;
end
$$;

create function app.admin_audit_log() returns setof private.audit_log
language sql stable security definer set search_path = ''
as $$
  select * from private.audit_log where (select app.require_admin()) order by id desc
$$;

create function public.admin_end_sessions(user_id uuid, reason text) returns void
language sql set search_path = ''
as $$
  select app.admin_end_sessions(user_id, reason)
$$;
comment on function public.admin_end_sessions(uuid, text) is 'Signs a person out everywhere.';

create function public.admin_set_role(user_id uuid, role text, reason text) returns void
language sql set search_path = ''
as $$
  select app.admin_set_role(user_id, role, reason)
$$;
comment on function public.admin_set_role(uuid, text, text) is
  'Gives a person another role and signs them out everywhere.';

create function public.admin_ban(user_id uuid, until timestamptz, reason text) returns void
language sql set search_path = ''
as $$
  select app.admin_ban(user_id, until, reason)
$$;
comment on function public.admin_ban(uuid, timestamptz, text) is
  'Keeps a person out until a time and signs them out everywhere; without a time, lets them in again.';

create function public.admin_audit_log()
returns table (
  id bigint, at timestamptz, actor_id uuid, action text, subject text, reason text, details jsonb
)
language sql stable set search_path = ''
as $$
  select id, at, actor_id, action, subject, reason, details from app.admin_audit_log()
$$;
comment on function public.admin_audit_log() is 'What admins did, newest first.';

grant execute on function
  public.admin_end_sessions(uuid, text), public.admin_set_role(uuid, text, text),
  public.admin_ban(uuid, timestamptz, text), public.admin_audit_log(),
  app.admin_end_sessions(uuid, text), app.admin_set_role(uuid, text, text),
  app.admin_ban(uuid, timestamptz, text), app.admin_audit_log()
  to authenticated, service_role;
