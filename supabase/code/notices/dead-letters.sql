-- The kinds include SMS codes, because a user who waits for a code needs help too.
create function app.mail_kinds() returns text[]
language sql immutable set search_path = ''
as $$
  select array['mail', 'notification_email', 'auth.link', 'auth.sign-up', 'auth.sms']
$$;

-- Leaves out the content of each email, which may have a sign-in link or a password hash.
create function app.dead_letters()
returns table (
  id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text,
  created_at timestamptz, dead_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select o.id, o.kind,
         case o.kind
           when 'notification_email' then 'notices'
           when 'auth.link' then o.payload ->> 'purpose'
           when 'auth.sms' then o.payload ->> 'purpose'
           when 'auth.sign-up' then 'signup'
           else o.payload ->> 'kind'
         end,
         coalesce(contact.user_id, address_owner.user_id, phone_owner.id),
         -- The confirmation of a new address goes to that address, so newEmail comes before email.
         coalesce(
           o.payload ->> 'to', o.payload ->> 'newEmail', o.payload ->> 'email', '+' || (o.payload ->> 'phone'),
           contact.email
         ),
         o.attempts, o.last_error, o.created_at, o.dead_at
  from private.outbox o
    left join private.notification_emails l on l.id = o.id
    left join app.contacts contact on contact.user_id = coalesce(l.recipient_id, (o.payload ->> 'accountId')::uuid)
    left join lateral (
      select user_id from app.contacts
      where lower(email) = lower(coalesce(o.payload ->> 'to', o.payload ->> 'email')) limit 1
    ) as address_owner on true
    left join auth.users phone_owner on phone_owner.phone = o.payload ->> 'phone'
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
comment on view public.admin_dead_letters is 'Emails that the server gave up on, newest first. For admins.';
grant select on public.admin_dead_letters to authenticated, service_role;
grant execute on function app.admin_dead_letters() to authenticated, service_role;

-- Returns no row if the server gave up on nothing, or if the caller is not an admin.
create function app.unsent_mails() returns table (newest uuid, number bigint, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select (array_agg(id order by dead_at desc))[1], count(*), max(dead_at)
  from private.outbox
  where dead_at is not null and kind = any (app.mail_kinds()) and (select app.is_admin())
  having count(*) > 0
$$;
grant execute on function app.unsent_mails() to authenticated, service_role;

-- Locks a failed email for an admin's action. Refuses at once if the server or another admin has locked the row.
create function app.claim_dead_letter(mail uuid, action text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given_up boolean;
  failed record;
begin
  perform app.require_admin();
  select dead_at is not null into given_up
    from private.outbox where id = mail and kind = any (app.mail_kinds()) for update skip locked;
  if given_up is null
    and not exists (select from private.outbox where id = mail and kind = any (app.mail_kinds()))
  then
    perform app.refuse(404, 'mail_unknown', 'This email was not found.', 'It may have been removed already.');
  end if;
  if given_up is not true then
    perform app.refuse(409, 'mail_not_given_up', 'This email is being sent or was already sent.', 'Reload the list.');
  end if;
  select * into failed from app.dead_letters() where id = mail;
  -- The audit entry has the address only if no account is known.
  perform app.audit(
    action, coalesce(failed.recipient_id, mail)::text, null,
    jsonb_strip_nulls(jsonb_build_object(
      'mail', failed.about, 'address', case when failed.recipient_id is null then failed.address end
    ))
  );
end
$$;

create function app.admin_send_again(mail uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.claim_dead_letter(mail, 'send_mail_again');
  -- Other queries compare send_count with `attempts`, so send_count is reduced by the same number.
  update private.notification_emails l set send_count = greatest(l.send_count - o.attempts, 0)
    from private.outbox o where o.id = l.id and l.id = mail;
  update private.outbox set dead_at = null, attempts = 0, due_at = now() where id = mail;
  perform pg_notify('outbox', '');
end
$$;

create function app.admin_remove_mail(mail uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.claim_dead_letter(mail, 'remove_mail');
  delete from private.outbox where id = mail;
end
$$;

select app.expose(
  'admin_send_again(mail_id uuid)',
  'Retries an email that the server gave up on. For admins.'
);

select app.expose(
  'admin_remove_mail(mail_id uuid)',
  'Removes an email that the server gave up on from the list; it is never sent. For admins.'
);
