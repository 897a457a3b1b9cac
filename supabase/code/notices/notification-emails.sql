-- The server calls private.run_scheduled() every few seconds to create emails, and private.notification_email(id) right
-- before it sends one.

-- Each email in 24 hours doubles the pause, so a user gets at most six a day. Requested test emails are not counted.
create function app.next_email_at(account uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(max(queued_at) + interval '15 minutes' * 2 ^ least(count(*), 6), '-infinity')
  from private.notification_emails
  where recipient_id = account and not is_requested and queued_at > now() - interval '24 hours'
$$;

create function app.create_notification_email(account uuid, notices uuid[], is_requested boolean default false)
returns void
language sql security definer set search_path = ''
as $$
  with queued as (
    insert into private.outbox (kind, payload) values ('notification_email', '{}') returning id
  )
  insert into private.notification_emails (id, recipient_id, notice_ids, is_requested)
    select id, account, notices, is_requested from queued;
  select pg_notify('outbox', '');
$$;

-- Creates one email with a user's due and postponed notices if the user may get an email now. If not, postpones the due
-- notices until the next email. Skips locked rows, because the next run follows soon.
create function app.email_due_notices(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  may_at timestamptz := app.next_email_at(account);
  due uuid[];
begin
  select array_agg(id) into due
  from (
    select id from public.notices
    where recipient_id = account and mail_at is not null
      and (mail_at <= now() or may_at <= now() and created_at <= now() - app.email_delay())
    for update skip locked
  ) as free;
  update public.notices set mail_at = case when may_at > now() then may_at end where id = any (due);
  perform app.create_notification_email(account, due) where due is not null and may_at <= now();
end
$$;

create function app.email_all_due_notices() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
begin
  for account in select distinct recipient_id from public.notices where mail_at <= now() limit 500 loop
    -- A failure for one user is rolled back and logged, and does not delay the emails of other users.
    begin
      perform app.email_due_notices(account);
    exception when others then
      raise warning 'The notification email to % could not be created: %', account, sqlerrm;
    end;
  end loop;
end
$$;

create function private.run_scheduled() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Only one server runs the tasks at a time.
  if pg_try_advisory_xact_lock(hashtextextended('notices', 4)) then
    -- A failure of the reminders must not delay the emails.
    begin
      perform app.create_reminders();
    exception when others then
      raise warning 'Reminders of consultations could not be created: %', sqlerrm;
    end;
    perform app.email_all_due_notices();
    perform private.roll_up_counters();
  end if;
end
$$;
comment on function private.run_scheduled() is
  'Runs the scheduled tasks that are due. The server calls it every few seconds.';

-- Returns the items of an email, or null if nothing is left to send. Leaves out notices that became obsolete or that
-- belong to a later email.
create function app.email_items(email private.notification_emails) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'template', k.template,
      'values', app.notice_values(latest)
        || jsonb_build_object(
             'link', app.notice_link(latest, k.path, me.role), 'reason', k.reason, 'count', g.count::text
           )
        || case when g.others > 1 then jsonb_build_object(
             'who', format('%s and %s more', app.notice_values(latest) ->> 'who', g.others - 1),
             'amount', app.format_range(g.lowest, g.highest)
           ) else '{}' end
    ) order by latest.created_at desc
  )
  from (
    select (array_agg(n order by n.created_at desc))[1] as latest, sum(n.count) as count,
           count(distinct n.other_id) as others, min(n.amount) as lowest, max(n.amount) as highest
    from public.notices n
      join public.notice_kinds k on k.name = n.kind
      left join public.notification_settings s on s.user_id = n.recipient_id
      left join public.consultations c on c.id = n.consultation_id
    where n.id = any (email.notice_ids) and not n.read and n.mail_at is null and app.wants_notice(s, k.setting)
      and not (k.is_ahead and coalesce(c.scheduled_at <= now(), false))
      and not exists (
        select from private.notification_emails later
        where later.recipient_id = email.recipient_id and later.queued_at > email.queued_at
          and n.id = any (later.notice_ids)
      )
    -- Several bids on a job are one item, but each conversation about the job is a separate item.
    group by n.kind, n.job_id, n.consultation_id, case when k.setting = 'messages' then n.source_id end
  ) as g
    join public.notice_kinds k on k.name = (g.latest).kind
    join public.profiles me on me.id = email.recipient_id,
    lateral (select (g.latest).*) as latest
$$;

-- Each attempt to send an email begins a pause, which postpones repeated notices. This function ends the pause of a
-- failed attempt.
create function app.release_postponed(email private.notification_emails) returns void
language sql set search_path = ''
as $$
  update public.notices n
    set mail_at = least(n.mail_at, greatest(n.created_at + app.email_delay(), app.mail_pause_end(k, n.recipient_id)))
    from public.notice_kinds k
    where k.name = n.kind and n.id in (
      select id from public.notices
      where id = any (email.notice_ids) and not read and mail_at is not null
        and kind in (select name from public.notice_kinds where mail_pause is not null)
      order by id for update
    )
$$;

create function private.notification_email(outbox_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  email private.notification_emails;
  address text;
  zone text;
  items jsonb;
begin
  select * into email from private.notification_emails where id = outbox_id;
  if not found then
    return app.demo_request_email(outbox_id);
  end if;
  perform app.release_postponed(email);
  select u.email, p.time_zone into address, zone
  from auth.users u
    join public.profiles p on p.id = u.id
    left join public.notification_settings s on s.user_id = u.id
  where u.id = email.recipient_id and coalesce(s.email, true) and u.deleted_at is null
    and coalesce(u.banned_until <= now(), true);
  items := case when address is not null then app.email_items(email) end;
  if items is null then
    -- Keep the row if an attempt may have sent the email, because next_email_at counts such emails.
    delete from private.notification_emails e using private.outbox o
      where e.id = outbox_id and o.id = outbox_id and e.send_count <= o.attempts;
    return null;
  end if;
  update private.notification_emails set send_count = send_count + 1 where id = outbox_id;
  return jsonb_build_object(
    'to', address,
    'items', items,
    'unsubscribe', '/functions/v1/unsubscribe?token=' || app.unsubscribe_token(email.recipient_id),
    'values', jsonb_build_object('zone', zone, 'count', jsonb_array_length(items)::text)
  );
end
$$;
comment on function private.notification_email(uuid) is
  'The content of an email that is about to be sent, or null if nothing is left to send. The server calls it.';
