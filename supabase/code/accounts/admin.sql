-- Each action of an admin on an account is written to the audit log with its reason.

create function app.admin_end_sessions(account uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  perform app.lock_user(account);
  perform app.audit('end_sessions', account::text, app.check_reason(reason));
  perform private.end_access(account);
end
$$;

create function app.admin_set_role(account uuid, new_role text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before text;
begin
  perform app.begin_admin_action();
  perform app.require_other_user(account);
  if new_role is null or new_role not in ('facility', 'contractor', 'consultant', 'admin') then
    perform app.refuse(400, 'role_unknown', 'This role does not exist.',
      'Choose facility, contractor, consultant or admin.');
  end if;
  select p.role into before from public.profiles p where p.id = account;
  if before is null then
    perform app.require_no_ban(account);
  end if;
  perform app.audit('set_role', account::text, app.check_reason(reason),
    jsonb_build_object('from', before, 'to', new_role));
  perform app.give_role(account, new_role);
end
$$;

-- Bans the user until the given time, or lifts the ban if the time is null.
create function app.admin_ban(account uuid, until timestamptz, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.begin_admin_action();
  perform app.require_other_user(account);
  if until <= now() then
    perform app.refuse(400, 'ban_over', 'A suspension must end in the future.', 'Choose a later time.');
  end if;
  perform app.audit('ban', account::text, app.check_reason(reason), jsonb_build_object('until', until));
  perform private.end_access(account);
  update auth.users set banned_until = until where id = account;
end
$$;

-- Refuses callers who are not admins, and banned admins. Serializes changes of roles and bans, so that two admins
-- cannot demote or ban each other at the same moment.
create function app.begin_admin_action() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admins', 3));
  perform app.require_admin();
  if exists (select from auth.users where id = auth.uid() and banned_until > now()) then
    perform app.refuse(403, '42501', 'Only admins can do this.', 'Another admin has just suspended you.');
  end if;
end
$$;

-- Sign-in takes the same lock, so no new session starts while an admin ends the existing sessions. The lock order
-- everywhere is account, sessions, profile, contact.
create function app.lock_user(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users where id = account for update;
  if not found then
    perform app.refuse(404, 'person_unknown', 'This user was not found.', 'Find the user in the list of users.');
  end if;
end
$$;

create function app.require_other_user(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.lock_user(account);
  if account = auth.uid() then
    perform app.refuse(409, 'not_yourself', 'You cannot do this to your own account.', 'Ask another admin.');
  end if;
end
$$;

select app.expose(
  'admin_end_sessions(user_id uuid, reason text)',
  'Signs a user out everywhere. For admins.'
);

select app.expose(
  'admin_set_role(user_id uuid, role text, reason text)',
  'Gives a user another role and signs them out everywhere. For admins.'
);

select app.expose(
  'admin_ban(user_id uuid, until timestamptz default null, reason text default null)',
  'Bans a user until a time and signs them out everywhere. Without a time, lifts the ban. For admins.'
);

-- Refuses the server's own key, because the audit log has to name the admin behind a server function.
create function public.asking_admin() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if app.is_server() or app.my_role() is distinct from 'admin' then
    perform app.refuse(403, '42501', 'Only admins can do this.', 'Log in as an admin.');
  end if;
  if not app.is_admin() then
    perform app.refuse(403, 'second_factor_required', 'Log in with two-factor authentication first.',
      'Admins need two-factor authentication here.');
  end if;
  return auth.uid();
end
$$;
comment on function public.asking_admin() is
  'The id of the admin who calls; all other callers are refused. Server functions call it before they act.';

create function public.admin_audit_log()
returns table (
  id bigint, at timestamptz, actor_id uuid, action text, subject text, reason text, details jsonb
)
language sql stable set search_path = ''
as $$
  select id, at, actor_id, action, subject, reason, details
  from app.audit_log
  where (select app.require_admin())
  order by id desc
$$;
comment on function public.admin_audit_log() is 'The audit log, newest first. For admins.';

grant execute on function public.admin_audit_log(), public.asking_admin() to authenticated, service_role;
