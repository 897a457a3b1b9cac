-- Returns a title such as "Dec 3, 2:00 PM consultation". The start comes first, so that a narrow screen does not cut it
-- off.
create function app.consultation_title(scheduled_at timestamptz, zone text) returns text
language sql stable set search_path = ''
as $$
  select to_char(local, 'FMMon FMDD, ')
    || case when date_part('year', local) = date_part('year', now() at time zone zone) then ''
       else to_char(local, 'YYYY, ') end
    || to_char(local, 'FMHH12:MI AM "consultation"')
  from (select scheduled_at at time zone zone as local) as clock
$$;

create function public.title(consultation public.consultations) returns text
language sql stable set search_path = ''
as $$
  select app.consultation_title(consultation.scheduled_at, app.my_time_zone())
$$;
comment on function public.title(public.consultations) is
  'The title of the consultation: its start in the time zone of the caller.';

create function public.has_ended(consultation public.consultations) returns boolean
language sql stable set search_path = ''
as $$
  select consultation.ends_at <= now()
$$;
comment on function public.has_ended(public.consultations) is 'Whether the consultation has ended.';

create function public.can_cancel(consultation public.consultations) returns boolean
language sql stable set search_path = ''
as $$
  select consultation.status = 'booked' and consultation.scheduled_at > now()
    and auth.uid() in (consultation.facility_id, consultation.consultant_id)
$$;
comment on function public.can_cancel(public.consultations) is
  'Whether the caller may cancel the consultation.';

create function public.can_review(consultation public.consultations) returns boolean
language sql stable set search_path = ''
as $$
  select consultation.facility_id = auth.uid() and consultation.status = 'booked'
    and consultation.ends_at <= now()
    and not exists (select from public.reviews where consultation_id = consultation.id)
$$;
comment on function public.can_review(public.consultations) is
  'Whether the caller may leave a review.';

grant execute on function
  app.consultation_title(timestamptz, text), public.title(public.consultations),
  public.has_ended(public.consultations), public.can_cancel(public.consultations),
  public.can_review(public.consultations)
  to authenticated, service_role;
