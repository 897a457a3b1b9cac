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
  public.has_ended(public.consultations), public.can_cancel(public.consultations),
  public.can_review(public.consultations)
  to authenticated, service_role;
