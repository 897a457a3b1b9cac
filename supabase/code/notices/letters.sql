-- Notices that nobody saw become mails. private.on_the_clock() is called every few seconds; private.letter(work) when
-- one of these mails is about to be sent: what it says is decided then, and not before.

-- When a person may get the next mail: at once the first time; after each mail of the last 24 hours the pause doubles,
-- so that six is the most a day can bring. What one asked for oneself, a test, neither counts nor waits.
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

-- Takes all that was long enough there to be seen, so that what was postponed goes out with what comes after it; until then
-- only what is due now is postponed, so that nothing is written again at each look. Of what somebody else is just at nothing
-- is taken, for the clock waits for nobody: the next look is soon.
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
    -- What fails for one person is undone and noted, and holds up nobody else.
    begin
      perform app.make_letter_of_due(person);
    exception when others then
      raise warning 'The mail about notices to % could not be made: %', person, sqlerrm;
    end;
  end loop;
end
$$;

create function private.on_the_clock() returns void
language plpgsql set search_path = ''
as $$
begin
  -- One server at a time; the others' turn comes again.
  if pg_try_advisory_xact_lock(hashtextextended('notices', 4)) then
    -- What fails here holds up no mail.
    begin
      perform app.remind();
    exception when others then
      raise warning 'Reminders of consultations could not be made: %', sqlerrm;
    end;
    perform app.make_letters();
    perform private.settle_tallies();
  end if;
end
$$;
comment on function private.on_the_clock() is 'What is due by the clock. The server calls it every few seconds.';

-- What is left to be said: nothing that was seen, is no longer wanted, is over, or stands in a later mail.
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
    -- Several bids on a job are one matter; conversations about it are one each.
    group by n.kind, n.job_id, n.consultation_id, case when k.setting = 'messages' then n.source_id end
  ) as g
    join public.notice_kinds k on k.name = (g.latest).kind
    join public.profiles me on me.id = letter.recipient_id,
    lateral (select (g.latest).*) as latest
$$;

-- Of what strangers cause no mail is made for a time after one that tells of it. Who came while a mail was being sent is put
-- off by that; where it failed, what it was to tell is due again as if it had never been.
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
    -- One that was said more often than it failed may have gone out, and counts among the mails of its day.
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
  'What a mail says that is about to be sent, or null where nothing is left to say. The server calls it.';
