-- Each new account gets a contact. An account with a role also gets a profile and notification settings.

-- A role in the app metadata always counts, because clients cannot write the app metadata. A role that users choose
-- cannot be admin, and counts only if sign-up is open.
create function app.role_of_new_account(account auth.users) returns text
language sql stable set search_path = ''
as $$
  select case
    when account.raw_app_meta_data ->> 'role' in ('facility', 'contractor', 'consultant', 'admin')
      then account.raw_app_meta_data ->> 'role'
    when app.setting('signup') = 'open' and not account.is_anonymous
      and account.raw_user_meta_data ->> 'role' in ('facility', 'contractor', 'consultant')
      then account.raw_user_meta_data ->> 'role'
  end
$$;

create function app.to_text_list(list jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select app.trimmed(array(
    select left(item, 100)
    from jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end) as item
    limit 50
  ))
$$;

-- An account without a role can sign in, but gets neither a profile nor notification settings.
create function app.create_profile(account auth.users) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  trimmed_name text := app.trimmed(account.raw_user_meta_data ->> 'full_name');
  given_role text := app.role_of_new_account(account);
begin
  if given_role is null then
    return;
  end if;
  insert into public.profiles (id, role, username, full_name, company_name, services, time_zone, created_at)
  values (
    account.id, given_role, app.slug(trimmed_name), left(trimmed_name, 200),
    left(app.trimmed(account.raw_user_meta_data ->> 'company_name'), 200),
    app.to_text_list(account.raw_user_meta_data -> 'services'), app.time_zone(),
    coalesce(account.created_at, now())
  );
  insert into public.notification_settings (user_id) values (account.id);
end
$$;

create function app.tg_users__create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.contacts (user_id, email, phone, banned_until)
    values (new.id, new.email, new.phone, new.banned_until);
  perform app.create_profile(new);
  return null;
end
$$;

create trigger _100_create_profile after insert on auth.users
  for each row execute function app.tg_users__create_profile();

-- The server function create-user inserts the account with the server's own key, and puts the admin's id into
-- `created_by`.
create function app.tg_users__audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.audit_log (actor_id, action, subject, details)
  values (
    (new.raw_app_meta_data ->> 'created_by')::uuid, 'create_user', new.id::text,
    jsonb_build_object('role', new.raw_app_meta_data ->> 'role')
  );
  return null;
end
$$;

create trigger _300_audit after insert on auth.users
  for each row when (new.raw_app_meta_data ? 'created_by') execute function app.tg_users__audit();

-- Notifies a user for whom an admin chose a password. An invited user has no password yet and gets the invitation
-- instead.
create function app.tg_users__notify_created() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify('account_created', p.id, p.id, null, null, null) from public.profiles p where p.id = new.id;
  return null;
end
$$;

create trigger _310_notify_created after insert on auth.users
  for each row when (new.raw_app_meta_data ? 'created_by' and new.encrypted_password <> '')
  execute function app.tg_users__notify_created();

-- This trigger fires before _200_keep_contact, because the lock order is profile, then contact.
create function app.tg_users__hide_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set is_hidden = true where id = new.id;
  return null;
end
$$;

create trigger _150_hide_deleted after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function app.tg_users__hide_deleted();

create function app.tg_users__keep_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update app.contacts set email = new.email, phone = new.phone, banned_until = new.banned_until
    where user_id = new.id;
  return null;
end
$$;

create trigger _200_keep_contact after update of email, phone, banned_until on auth.users
  for each row execute function app.tg_users__keep_contact();

-- Each sign-in inserts a session, and each token refresh updates the session.
create function app.tg_sessions__note_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set last_active_at = now() where id = new.user_id;
  return null;
end
$$;

create trigger _100_note_activity after insert or update of refreshed_at on auth.sessions
  for each row execute function app.tg_sessions__note_activity();
