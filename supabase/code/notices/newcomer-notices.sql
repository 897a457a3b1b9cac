-- These notices tell admins that users wait for a role.

-- An admin has at most one unread notice of this kind, even if several users signed up.
create function app.tg_users__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify('newcomer_came', admin, admin, null, null, null, null,
    coalesce(new.email_confirmed_at, new.phone_confirmed_at))
  from app.acting_admins() as admins (admin)
  where new.deleted_at is null and not exists (select from public.profiles p where p.id = new.id);
  return null;
end
$$;
create trigger _400_notify after insert on auth.users
  for each row when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null)
  execute function app.tg_users__notify();
create trigger _410_notify_proven after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (
    coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
  )
  execute function app.tg_users__notify();

-- The ascending order keeps concurrent sign-ups from a deadlock on notices. If another transaction is removing an
-- admin, the function waits and leaves that admin out.
create function app.acting_admins() returns setof uuid
language sql security definer set search_path = ''
as $$
  select p.id
  from public.profiles p join auth.users u on u.id = p.id
  where p.role = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
  order by p.id for key share of p
$$;

-- Marks no notice as read while a user waits for a role. Includes banned admins, because they may come back.
create function app.mark_newcomer_notices_read() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Lock the notices first, so that the next query sees the user of a concurrent sign-up.
  perform from public.notices n
    join public.profiles p on n.recipient_id = p.id and n.source_id = p.id
    where p.role = 'admin' and n.kind = 'newcomer_came' and not n.read
    order by n.recipient_id
    for update of n;
  -- A sign-up that starts now waits for this transaction and then creates a new notice.
  if found and not exists (select from app.newcomers n where coalesce(n.banned_until <= now(), true)) then
    perform app.mark_read(p.id, p.id, array['newcomer_came']) from public.profiles p where p.role = 'admin';
  end if;
end
$$;

-- A banned or removed user no longer waits for a role, so the admins' notices may be obsolete.
create function app.tg_users__mark_read() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.mark_newcomer_notices_read();
  return null;
end
$$;
create trigger _420_mark_read after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null)
  execute function app.tg_users__mark_read();
create trigger _430_mark_read_removed after delete on auth.users
  for each row execute function app.tg_users__mark_read();
