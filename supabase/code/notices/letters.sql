-- Notification emails about notices that nobody read. The server calls private.on_the_clock() every few seconds. It
-- calls private.letter(work) when it is about to send one of these emails, and only then is the content decided.

-- The earliest time of a user's next email. The first may go at once. After each email of the last 24 hours the pause
-- doubles, so a day brings at most six. A test that the user asked for neither counts nor waits.
create function app.next_letter_at(person uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(max(made_at) + interval '15 minutes' * 2 ^ least(count(*), 6), '-infinity')
  from private.letters
  where recipient_id = person and not asked_for and made_at > now() - interval '24 hours'
$$;

create function app.make_letter(person uuid, given uuid[], is_asked_for boolean default false) returns void
language sql security definer set search_path = ''
as $$
  with work as (
    insert into private.outbox (kind, payload) values ('letter', '{}') returning id
  )
  insert into private.letters (id, recipient_id, notice_ids, asked_for) select id, person, given, is_asked_for from work;
  select pg_notify('outbox', '');
$$;

-- Takes all notices that were there long enough to be seen, so that postponed ones go out with later ones. Until the
-- next email is allowed, it postpones only those that are due now, so that no row is written again on each run. It
-- skips rows that are locked elsewhere instead of waiting, because the next run is soon.
create function app.make_letter_of_due(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  may_at timestamptz := app.next_letter_at(person);
  due uuid[];
begin
  select array_agg(id) into due
  from (
    select id from public.notices
    where recipient_id = person and mail_at is not null
      and (mail_at <= now() or may_at <= now() and created_at <= now() - app.time_to_see())
    for update skip locked
  ) as free;
  update public.notices set mail_at = case when may_at > now() then may_at end where id = any (due);
  perform app.make_letter(person, due) where due is not null and may_at <= now();
end
$$;

create function app.make_letters() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  for person in select distinct recipient_id from public.notices where mail_at <= now() limit 500 loop
    -- A failure for one user is rolled back and logged, and does not delay the others.
    begin
      perform app.make_letter_of_due(person);
    exception when others then
      raise warning 'The notification email to % could not be created: %', person, sqlerrm;
    end;
  end loop;
end
$$;

create function private.on_the_clock() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Only one server does this at a time. The others try again later.
  if pg_try_advisory_xact_lock(hashtextextended('notices', 4)) then
    -- A failure here must not delay the emails.
    begin
      perform app.remind();
    exception when others then
      raise warning 'Reminders of consultations could not be created: %', sqlerrm;
    end;
    perform app.make_letters();
    perform private.settle_tallies();
  end if;
end
$$;
comment on function private.on_the_clock() is
  'Runs the scheduled tasks that are due. The server calls it every few seconds.';

-- The items of an email: no notice that was read, is switched off, is over, or is part of a later email.
create function app.parts_of(letter private.letters) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'template', k.template,
      'values', app.notice_values(latest)
        || jsonb_build_object('link', app.notice_link(latest, k.path, me.role), 'reason', k.reason, 'count', g.count::text)
        || case when g.others > 1 then jsonb_build_object(
             'who', format('%s and %s more', app.notice_values(latest) ->> 'who', g.others - 1),
             'amount', app.told_span(g.lowest, g.highest)
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
    where n.id = any (letter.notice_ids) and not n.read and n.mail_at is null and app.wants(s, k.setting)
      and not (k.is_ahead and coalesce(c.scheduled_at <= now(), false))
      and not exists (
        select from private.letters later
        where later.recipient_id = letter.recipient_id and later.made_at > letter.made_at
          and n.id = any (later.notice_ids)
      )
    -- Several bids on a job are one item. Each conversation about it is an item of its own.
    group by n.kind, n.job_id, n.consultation_id, case when k.setting = 'messages' then n.source_id end
  ) as g
    join public.notice_kinds k on k.name = (g.latest).kind
    join public.profiles me on me.id = letter.recipient_id,
    lateral (select (g.latest).*) as latest
$$;

-- Notices that strangers can trigger are paused after an email about them. An email that is still being sent postpones
-- later notices. Once it has failed, its notices are due again as if it had never been made.
create function app.put_off_no_more(letter private.letters) returns void
language sql set search_path = ''
as $$
  update public.notices n
    set mail_at = least(n.mail_at, greatest(n.created_at + app.time_to_see(), app.mail_pause_end(k, n.recipient_id)))
    from public.notice_kinds k
    where k.name = n.kind and n.id in (
      select id from public.notices
      where id = any (letter.notice_ids) and not read and mail_at is not null
        and kind in (select name from public.notice_kinds where mail_pause is not null)
      order by id for update
    )
$$;

create function private.letter(work uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  letter private.letters;
  address text;
  zone text;
  parts jsonb;
begin
  select * into letter from private.letters where id = work;
  perform app.put_off_no_more(letter);
  select u.email, p.time_zone into address, zone
  from auth.users u
    join public.profiles p on p.id = u.id
    left join public.notification_settings s on s.user_id = u.id
  where u.id = letter.recipient_id and coalesce(s.email, true) and u.deleted_at is null
    and coalesce(u.banned_until <= now(), true);
  parts := case when address is not null then app.parts_of(letter) end;
  if parts is null then
    -- An email that was handed to the mail server more often than it failed may have gone out. It stays, and counts
    -- among the emails of its day.
    delete from private.letters l using private.outbox o where l.id = work and o.id = work and l.said <= o.attempts;
    return null;
  end if;
  update private.letters set said = said + 1 where id = work;
  return jsonb_build_object(
    'to', address,
    'parts', parts,
    'unsubscribe', '/functions/v1/unsubscribe?token=' || app.unsubscribe_token(letter.recipient_id),
    'values', jsonb_build_object('zone', zone, 'count', jsonb_array_length(parts)::text)
  );
end
$$;
comment on function private.letter(uuid) is
  'The content of an email that is about to be sent, or null if nothing is left to send. The server calls it.';
