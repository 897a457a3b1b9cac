-- The kinds of work that send a mail: of accounts that are told something, of notices, and of links and codes. Codes by
-- message are among them: whoever waits for one has to be helped alike.
create function app.mail_kinds() returns text[]
language sql immutable set search_path = ''
as $$
  select array['mail', 'letter', 'auth.link', 'auth.sign-up', 'auth.sms']
$$;

-- Mails that were given up. What one was to say is not shown: it may hold the link to an account, or a password's hash.
create function app.dead_letters()
returns table (
  id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text,
  created_at timestamptz, dead_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select o.id, o.kind,
         case o.kind
           when 'letter' then 'notices'
           when 'auth.link' then o.payload ->> 'purpose'
           when 'auth.sms' then o.payload ->> 'purpose'
           when 'auth.sign-up' then 'signup'
           else o.payload ->> 'kind'
         end,
         coalesce(known.user_id, holder.user_id, called.id),
         -- A new address is proven where it is; the account's own stands beside it.
         coalesce(
           o.payload ->> 'to', o.payload ->> 'newEmail', o.payload ->> 'email', '+' || (o.payload ->> 'phone'), known.email
         ),
         o.attempts, o.last_error, o.created_at, o.dead_at
  from private.outbox o
    left join private.letters l on l.id = o.id
    left join app.contacts known on known.user_id = coalesce(l.recipient_id, (o.payload ->> 'accountId')::uuid)
    left join lateral (
      select user_id from app.contacts
      where lower(email) = lower(coalesce(o.payload ->> 'to', o.payload ->> 'email')) limit 1
    ) as holder on true
    left join auth.users called on called.phone = o.payload ->> 'phone'
  where o.dead_at is not null and o.kind = any (app.mail_kinds())
$$;

create function app.admin_dead_letters()
returns table (
  id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text,
  created_at timestamptz, dead_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select * from app.dead_letters() where (select app.require_admin()) order by dead_at desc
$$;

create view public.admin_dead_letters with (security_invoker = true) as
  select id, kind, about, recipient_id, address, attempts, last_error, created_at, dead_at
  from app.admin_dead_letters() where (select app.require_admin());
comment on view public.admin_dead_letters is 'Mails that were given up, for admins, newest first.';
grant select on public.admin_dead_letters to authenticated, service_role;
grant execute on function app.admin_dead_letters() to authenticated, service_role;

-- For what waits: one thing to see to, however many there are; for who is no admin, none.
create function app.unsent_mails() returns table (newest uuid, number bigint, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select (array_agg(id order by dead_at desc))[1], count(*), max(dead_at)
  from private.outbox
  where dead_at is not null and kind = any (app.mail_kinds()) and (select app.is_admin())
  having count(*) > 0
$$;
grant execute on function app.unsent_mails() to authenticated, service_role;

-- The mail to act on, locked: of two admins the second is told that the first was there. One that another holds is not
-- waited for: it is being sent, or acted on.
create function app.take_dead_letter(mail uuid, action text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given_up boolean;
  letter record;
begin
  perform app.require_admin();
  select dead_at is not null into given_up
    from private.outbox where id = mail and kind = any (app.mail_kinds()) for update skip locked;
  if given_up is null
    and not exists (select from private.outbox where id = mail and kind = any (app.mail_kinds()))
  then
    perform app.refuse(404, 'mail_unknown', 'This mail is not there.', 'It may have been removed already.');
  end if;
  if given_up is not true then
    perform app.refuse(409, 'mail_not_given_up', 'This mail is on its way or was sent.', 'Reload the list.');
  end if;
  select * into letter from app.dead_letters() where id = mail;
  -- Whoever has an account is on record by it, and the address only where there is nothing else to tell whose it was.
  perform app.audit(
    action, coalesce(letter.recipient_id, mail)::text, null,
    jsonb_strip_nulls(jsonb_build_object(
      'mail', letter.about, 'address', case when letter.recipient_id is null then letter.address end
    ))
  );
end
$$;

create function app.admin_send_again(mail uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.take_dead_letter(mail, 'send_mail_again');
  -- How often it was said is held against its attempts, which begin anew.
  update private.letters l set said = greatest(l.said - o.attempts, 0)
    from private.outbox o where o.id = l.id and l.id = mail;
  update private.outbox set dead_at = null, attempts = 0, due_at = now() where id = mail;
  perform pg_notify('outbox', '');
end
$$;

create function app.admin_remove_mail(mail uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.take_dead_letter(mail, 'remove_mail');
  delete from private.outbox where id = mail;
end
$$;

create function public.admin_send_again(mail_id uuid) returns void
language sql set search_path = ''
as $$
  select app.admin_send_again(mail_id)
$$;
comment on function public.admin_send_again(uuid) is 'Tries once more to send a mail that was given up. For admins.';

create function public.admin_remove_mail(mail_id uuid) returns void
language sql set search_path = ''
as $$
  select app.admin_remove_mail(mail_id)
$$;
comment on function public.admin_remove_mail(uuid) is
  'Takes a mail that was given up off the list; it is never sent. For admins.';

grant execute on function
  public.admin_send_again(uuid), public.admin_remove_mail(uuid), app.admin_send_again(uuid), app.admin_remove_mail(uuid)
  to authenticated, service_role;
