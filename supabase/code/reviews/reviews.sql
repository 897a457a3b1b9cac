create policy reviews_select on public.reviews for select to authenticated using (
  consultant_id = (select auth.uid())
  or facility_id = (select auth.uid())
  or (select app.is_admin())
  or exists (select from public.profiles where id = consultant_id and not is_hidden)
);

create policy reviews_insert on public.reviews for insert to authenticated with check (
  app.permit(
    facility_id = (select auth.uid())
      and exists (
        select from public.consultations c
        where c.id = consultation_id and c.facility_id = (select auth.uid())
      ),
    'Only the facility that booked a consultation can review it.', 'Choose a consultation that you booked.'
  )
);

grant select on public.reviews to authenticated, service_role;
grant insert (
  consultation_id, consultant_id, facility_id, rating, comment, reviewer_name, created_at
) on public.reviews to authenticated;
grant insert on public.reviews to service_role;

create function app.tg_reviews__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.comment := app.trimmed(new.comment);
  perform app.check_text('The comment', new.comment, 2000);
  if new.rating is null or new.rating not between 1 and 5 then
    perform app.refuse(400, 'rating_invalid', 'A rating must be 1 to 5 stars.', 'Choose a number of stars.');
  end if;
  if not app.is_server() then
    new.facility_id := auth.uid();
    new.reviewer_name := app.my_name();
    new.created_at := now();
    new.counts_from := app.review_counts_from(new.consultation_id);
  elsif new.counts_from is null then
    new.counts_from := new.created_at;
  end if;
  return new;
end
$$;
create trigger _050_limit before insert on public.reviews
  for each row execute function app.tg_limit_rows('reviews');
create trigger _100_stamp before insert on public.reviews
  for each row execute function app.tg_reviews__stamp();

-- Returns the time from which the caller's review counts toward the rating, or null if it never counts. Within 30 days,
-- only one review of the same consultant by the same facility counts. Without a sign that the consultation took place,
-- a review counts after seven days or when the consultant confirms it.
create function app.review_counts_from(consultation uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  about public.consultations;
begin
  select * into about from public.consultations where id = consultation and facility_id = auth.uid();
  if not found then
    return now();
  end if;
  -- The lock serializes the reviews of this facility and this consultant.
  perform pg_advisory_xact_lock(hashtextextended(about.facility_id::text || about.consultant_id::text, 3));
  if exists (
    select from public.reviews
    where facility_id = about.facility_id and consultant_id = about.consultant_id
      and counts_from > now() - interval '30 days'
  ) then
    return null;
  end if;
  return case when app.took_place(about) then now() else now() + interval '7 days' end;
end
$$;
grant execute on function app.review_counts_from(uuid) to authenticated, service_role;

-- A consultation probably took place if the consultant wrote about it, or had a day to cancel and did not.
create function app.took_place(consultation public.consultations) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (consultation.duration_minutes >= 15
      and consultation.created_at <= consultation.scheduled_at - interval '1 day')
    or exists (
      select from public.messages
      where consultation_id = consultation.id and sender_id = consultation.consultant_id
    )
$$;

create function app.confirm_review(review uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  confirmed public.reviews;
begin
  select * into confirmed from public.reviews where id = review and consultant_id = auth.uid() for update;
  if not found then
    perform app.refuse(404, 'review_unknown', 'This review was not found.', 'It may have been removed already.');
  end if;
  if confirmed.counts_from is null then
    perform app.refuse(409, 'review_repeated', 'This review does not count toward your rating.',
      'Only one review by the same facility counts within 30 days.');
  end if;
  update public.reviews set counts_from = now() where id = review and counts_from > now();
end
$$;

select app.expose(
  'confirm_review(review_id uuid)',
  'Confirms that the consultation of a review took place, so that the review counts toward the rating at once. For its '
  'consultant.'
);

create function app.tg_reviews__guard() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  about public.consultations;
begin
  select * into about from public.consultations where id = new.consultation_id for share;
  if about.consultant_id <> new.consultant_id or about.facility_id <> new.facility_id then
    perform app.refuse(400, 'review_mismatch', 'This consultation was with another consultant.',
      'Review the consultant you met.');
  end if;
  if about.status = 'cancelled' then
    perform app.refuse(409, 'consultation_cancelled', 'This consultation was canceled.',
      'Review a consultation that took place.');
  end if;
  if about.ends_at > now() then
    perform app.refuse(409, 'consultation_not_ended', 'This consultation has not ended yet.',
      'Review it after it ends.');
  end if;
  return null;
end
$$;
create trigger _200_guard after insert on public.reviews
  for each row execute function app.tg_reviews__guard();
create trigger _250_limit after insert on public.reviews
  for each row execute function app.tg_limit('reviews', 'facility_id');

-- Returns the name that appears with a user's messages and reviews, or null if the user has no name.
create function app.name_of(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(full_name, username, company_name) from public.profiles where id = account
$$;

create function app.my_name() returns text
language sql stable security definer set search_path = ''
as $$
  select app.name_of(auth.uid())
$$;
grant execute on function app.my_name() to authenticated, service_role;

create function app.admin_remove_review(review uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.reviews;
begin
  perform app.require_admin();
  delete from public.reviews where id = review returning * into removed;
  if not found then
    perform app.refuse(404, 'review_unknown', 'This review was not found.', 'It may have been removed already.');
  end if;
  perform app.audit('remove_review', review::text, app.check_reason(reason), to_jsonb(removed));
end
$$;

select app.expose(
  'admin_remove_review(review_id uuid, reason text)',
  'Removes a review. For admins, with a reason.'
);

create function public.average_rating(profile public.profiles) returns numeric
language sql stable set search_path = ''
as $$
  select round(avg(rating), 1) from public.reviews where consultant_id = profile.id and counts_from <= now()
$$;
comment on function public.average_rating(public.profiles) is
  'The average of the ratings that count and that the caller can see, to one decimal. Null if no rating counts.';
grant execute on function public.average_rating(public.profiles) to authenticated, service_role;
