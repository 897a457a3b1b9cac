-- Who is told of newcomers: admins, that somebody waits for a role. Whoever gets one is told where it is given.

-- One notice for each admin, however many came before it was read.
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

-- Everybody in the same order, so that of two newcomers neither waits for the other.
create function app.acting_admins() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select p.id
  from public.profiles p join auth.users u on u.id = p.id
  where p.role = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
  order by p.id
$$;

-- Once nobody waits, no admin has to be told of it.
create function app.settle_newcomers() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- First the lock, for somebody who is just coming counts on the same row; then who waits, seen anew.
  perform from public.notices n
    join app.acting_admins() as admins (admin) on n.recipient_id = admin and n.source_id = admin
    where n.kind = 'newcomer_came' and not n.read
    order by n.recipient_id
    for update of n;
  if not exists (select from app.newcomers() n where coalesce(n.banned_until <= now(), true)) then
    perform app.settle(admin, admin, array['newcomer_came']) from app.acting_admins() as admins (admin);
  end if;
end
$$;
