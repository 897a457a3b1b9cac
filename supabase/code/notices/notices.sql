create policy notice_kinds_select on public.notice_kinds for select to authenticated
  using ((select app.my_role()) is not null);
grant select on public.notice_kinds to authenticated, service_role;

create policy notices_select on public.notices for select to authenticated
  using (recipient_id = (select auth.uid()));

-- The audience of a notice has to match the policy notices_select.
create function app.notice_audience(notice public.notices) returns text[]
language sql immutable set search_path = ''
as $$
  select array[notice.recipient_id::text]
$$;

create policy notices_update on public.notices for update to authenticated
  using ((select app.my_role()) is not null)
  with check (recipient_id = (select auth.uid()));

grant select, update (read) on public.notices to authenticated;
grant select on public.notices to service_role;

-- Cancels the email of a notice that was read.
create function app.tg_notices__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.read then
    new.mail_at := null;
  end if;
  return new;
end
$$;
create trigger _100_stamp before update on public.notices
  for each row execute function app.tg_notices__stamp();

create function app.tg_notices__guard() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.read and not new.read then
    perform app.refuse(409, 'notice_read', 'A notice that was read cannot be marked as unread.', 'Leave it as read.');
  end if;
  return null;
end
$$;
create trigger _200_guard after update on public.notices
  for each row execute function app.tg_notices__guard();

-- Without a row of settings, the user wants all notices.
create function app.wants_notice(choice public.notification_settings, setting text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    case setting
      when 'messages' then choice.messages
      when 'job_updates' then choice.job_updates
      when 'payments' then choice.payments
    end, true)
$$;

-- A user has this long to see a notice in the app before the server emails the notice.
create function app.email_delay() returns interval
language sql immutable set search_path = ''
as $$
  select interval '2 minutes'
$$;

-- Strangers can trigger some kinds of notices at will, so each sent email starts a pause for its kind.
create function app.mail_pause_end(notice_kind public.notice_kinds, recipient uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(l.queued_at) + notice_kind.mail_pause
  from private.notification_emails l join private.outbox o using (id)
  where l.recipient_id = mail_pause_end.recipient and l.queued_at > now() - notice_kind.mail_pause
    and (o.done_at is not null or l.send_count > o.attempts)
    and exists (select from public.notices n where n.id = any (l.notice_ids) and n.kind = notice_kind.name)
$$;

-- Users get no notices of their own actions, of kinds that they switched off, or of events over a day old. If the same
-- notice is still unread, its count increases and its email is not postponed.
create function app.notify(
  of_kind text, recipient uuid, source uuid, job uuid, consultation uuid, other uuid,
  of_amount numeric default null, happened timestamptz default now()
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if recipient = auth.uid() or happened < now() - interval '1 day' then
    return;
  end if;
  insert into public.notices as n
    (recipient_id, kind, source_id, job_id, consultation_id, other_id, amount, mail_at)
  select recipient, k.name, source, job, consultation, other, of_amount,
         case when coalesce(s.email, true) then greatest(
           now() + app.email_delay(), case when k.mail_pause is not null then app.mail_pause_end(k, recipient) end
         ) end
  from public.notice_kinds k left join public.notification_settings s on s.user_id = recipient
  where k.name = of_kind and app.wants_notice(s, k.setting)
  on conflict (recipient_id, source_id, kind) where not read do update
    set count = n.count + 1, created_at = excluded.created_at, mail_at = least(n.mail_at, excluded.mail_at);
end
$$;

-- Marks notices as read when their subject is done, cancelled or replaced.
create function app.mark_read(recipient uuid, source uuid, kinds text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notices set read = true
    where id in (
      select id from public.notices
      where recipient_id = recipient and source_id = source and kind = any (kinds) and not read
      order by id for update
    );
end
$$;

-- Skips locked rows, because other transactions are repeating those notices or marking them as read.
create function public.mark_notices_read() returns void
language sql set search_path = ''
as $$
  update public.notices set read = true
    where id in (
      select id from public.notices where recipient_id = (select auth.uid()) and not read for update skip locked
    )
$$;
comment on function public.mark_notices_read() is
  'Marks all notices of the caller as read, except those that are being repeated at this moment.';
grant execute on function public.mark_notices_read() to authenticated;
