-- These notices tell admins that users wait for a role. app.give_first_role notifies a user who gets a role.

-- Notifies each admin. An admin has at most one unread notice of this kind, even if several users signed up.
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

-- Returns the ids of the admins who are not banned, in ascending order. Two concurrent sign-ups then lock notices in
-- the same order and cannot deadlock. If another transaction is removing an admin, the function waits and then leaves
-- that admin out.
create function app.acting_admins() returns setof uuid
language sql security definer set search_path = ''
as $$
  select p.id
  from public.profiles p join auth.users u on u.id = p.id
  where p.role = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
  order by p.id for key share of p
$$;

-- Marks the notices of all admins about waiting users as read if nobody waits for a role. Banned admins are included,
-- because they may come back.
create function app.mark_newcomer_notices_read() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Lock the notices first, because a concurrent sign-up updates the same rows. The next query then sees the new user.
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
