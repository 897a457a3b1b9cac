-- Formats a time with the name of the reader's time zone, and without the current year.
create function app.format_time(moment timestamptz, zone text) returns text
language sql stable set search_path = ''
as $$
  select to_char(local, 'FMDay, FMMonth FMDD')
    || case when date_part('year', local) = date_part('year', now() at time zone zone) then ''
       else to_char(local, ', YYYY') end
    || to_char(local, ' "at" FMHH12:MI AM') || ' (' || zone || ')'
  from (select moment at time zone zone as local) as clock
$$;

create function app.shorten(input text) returns text
language sql immutable set search_path = ''
as $$
  select case when length(input) > 80 then left(input, 79) || '…' else input end
$$;

create function app.format_amount(amount numeric) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(to_char(amount, 'FM$9,999,990.00'), '\.00$', '')
$$;

grant execute on function app.format_amount(numeric) to authenticated, service_role;

create function app.format_range(lowest numeric, highest numeric) returns text
language sql immutable set search_path = ''
as $$
  select app.format_amount(lowest) || case when highest > lowest then ' to ' || app.format_amount(highest) else '' end
$$;

-- The app calls this function with the caller's rights, and a hidden name becomes "Someone". For an email, the function
-- sees everything, so a notice must refer only to rows that its recipient may see.
create function app.notice_values(notice public.notices) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'who', coalesce(app.shorten(app.display_name(other)), 'Someone'),
    'subject', coalesce(app.shorten(j.title), 'your consultation'),
    'amount', app.format_amount(notice.amount),
    'when', app.format_time(c.scheduled_at, me.time_zone),
    'count', notice.count::text
  )
  from public.profiles me
    left join public.profiles other on other.id = notice.other_id
    left join public.jobs j on j.id = notice.job_id
    left join public.consultations c on c.id = notice.consultation_id
  where me.id = notice.recipient_id
$$;

-- Unicode isolate characters keep the writing direction of a value from affecting the other text.
create function app.fill_pattern(pattern text, field_values jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  filled text := '';
  part text;
begin
  -- Build the text piece by piece, so that braces inside a value are not treated as placeholders.
  for part in select m[1] from regexp_matches(pattern, '(\{\w+\}|[^{]+)', 'g') as m loop
    filled := filled || case
      when part like '{%' then chr(8296) || coalesce(field_values ->> btrim(part, '{}'), '') || chr(8297)
      else part
    end;
  end loop;
  return filled;
end
$$;

create function app.notice_link(notice public.notices, path text, role text) returns text
language sql stable set search_path = ''
as $$
  select replace(replace(replace(replace(replace(path,
    '{home}', case role when 'facility' then '/facility-dashboard' when 'contractor' then '/contractor-dashboard'
                        when 'consultant' then '/consultant' else '/admin-dashboard' end),
    '{payments}', case role when 'contractor' then '/contractor/payments' else '/consultant#payments' end),
    '{chat}', case
      when notice.job_id is null then concat('/chat/consultation/', notice.consultation_id)
      when role = 'facility' then '/chat/job/' || notice.job_id || '?with=' || notice.other_id
      else '/chat/job/' || notice.job_id
    end),
    '{consultation}', coalesce(notice.consultation_id::text, '')),
    '{job}', concat(case role when 'facility' then '/facility/jobs/' when 'contractor' then '/contractor/jobs/'
                              else '/admin/jobs/' end, notice.job_id))
$$;

create view public.my_notices with (security_invoker = true) as
  select n.id, n.kind, k.setting, n.job_id, n.consultation_id, n.count, n.read, n.created_at,
         app.fill_pattern(k.title, filled.field_values) as title,
         k.reason,
         app.notice_link(n, k.path, (select app.my_role())) as link,
         case
           when n.job_id is not null then (select title from public.jobs where id = n.job_id)
           when n.consultation_id is not null then
             (
               select concat_ws(' with ', app.consultation_title(c.scheduled_at, (select app.my_time_zone())),
                 (select app.display_name(p) from public.profiles p where p.id = n.other_id))
               from public.consultations c where c.id = n.consultation_id
             )
           else 'Your account'
         end as group_title,
         app.fill_pattern(coalesce(k.headline, k.title), filled.field_values) as headline,
         app.display_name(actor) as actor_name,
         actor.profile_picture as actor_picture
  from public.notices n
    join public.notice_kinds k on k.name = n.kind
    -- With `offset 0`, the values are computed once a row, and not once a column.
    cross join lateral (select app.notice_values(n) as field_values offset 0) as filled
    left join public.profiles actor on actor.id = n.other_id;
comment on view public.my_notices is
  'The notices of the caller in words, with the reason, a link, and the user who caused it. The headline is the title '
  'without the job or consultation, which is the group_title.';
grant select on public.my_notices to authenticated, service_role;

grant execute on function
  app.format_time(timestamptz, text), app.format_amount(numeric), app.shorten(text), app.notice_values(public.notices),
  app.fill_pattern(text, jsonb), app.notice_link(public.notices, text, text)
  to authenticated, service_role;
