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

-- Everybody in the same order, so that of two newcomers neither waits for the other. They stay until all are told: who is
-- just being removed is waited for before anybody is told, and is not told.
create function app.acting_admins() returns setof uuid
language sql security definer set search_path = ''
as $$
  select p.id
  from public.profiles p join auth.users u on u.id = p.id
  where p.role = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
  order by p.id for key share of p
$$;

-- Once nobody waits, no admin has to be told of it; nor has one who is banned now and may come back.
create function app.settle_newcomers() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- First the lock, for somebody who is just coming counts on the same row; then who waits, seen anew.
  perform from public.notices n
    join public.profiles p on n.recipient_id = p.id and n.source_id = p.id
    where p.role = 'admin' and n.kind = 'newcomer_came' and not n.read
    order by n.recipient_id
    for update of n;
  -- The first who waits is enough: who is just coming waits for this answer.
  if found and not exists (select from app.newcomers n where coalesce(n.banned_until <= now(), true)) then
    perform app.settle(p.id, p.id, array['newcomer_came']) from public.profiles p where p.role = 'admin';
  end if;
end
$$;

-- Who is banned or removed waits no more, whoever did it.
create function app.tg_users__settle() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.settle_newcomers();
  return null;
end
$$;
create trigger _420_settle after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null)
  execute function app.tg_users__settle();
create trigger _430_settle_removed after delete on auth.users
  for each row execute function app.tg_users__settle();
