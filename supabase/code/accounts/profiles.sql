-- Every bid and every booking opens a conversation, so conversations name all counterparts.
create function app.my_counterpart_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select partner_id from public.conversations where facility_id = auth.uid()
  union
  select facility_id from public.conversations where partner_id = auth.uid()
$$;
grant execute on function app.my_counterpart_ids() to authenticated;

create policy profiles_select on public.profiles for select to authenticated using (
  id = (select auth.uid())
  or (select app.is_admin())
  or (role = 'consultant' and not is_hidden and is_filled and (select app.my_role()) is not null)
  -- The function is in FROM, where it runs once. In the select list, PostgreSQL would enter it again for each row that it
  -- returns, which takes ten times as long.
  or id in (select mine.id from app.my_counterpart_ids() as mine (id))
  -- A contractor sees each facility that is not hidden and has a biddable job.
  or (
    not is_hidden and (select app.my_role()) = 'contractor'
    and exists (
      select from public.jobs j
      where j.facility_id = profiles.id and j.is_biddable
    )
  )
);

create policy profiles_update on public.profiles for update to authenticated
  using ((select app.my_role()) is not null)
  with check (
    app.permit(id = (select auth.uid()), 'You can change only your own profile.', 'Filter by your own id.')
  );

-- `id` and `documents` are granted, but the trigger _100_stamp refuses a changed `id` and ignores changed `documents`.
grant select on public.profiles to authenticated, service_role;
grant update (
  id, username, full_name, company_name, headline, location, bio, services, certifications,
  resume_url, profile_picture, documents, is_hidden, consultation_fee, time_zone
) on public.profiles to authenticated;
grant update on public.profiles to service_role;

create function app.tg_profiles__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.id <> old.id then
    perform app.refuse(403, 'profile_id_fixed', 'The id of a profile cannot be changed.',
      'Leave it out of the request.');
  end if;
  if app.is_direct() then
    new.documents := old.documents;
  end if;
  new.username := app.trimmed(new.username);
  new.full_name := app.trimmed(new.full_name);
  new.company_name := app.trimmed(new.company_name);
  new.headline := app.trimmed(new.headline);
  new.location := app.trimmed(new.location);
  new.bio := app.trimmed(new.bio);
  new.services := app.trimmed(new.services);
  new.certifications := app.trimmed(new.certifications);
  new.resume_url := app.trimmed(new.resume_url);
  new.profile_picture := app.trimmed(new.profile_picture);
  perform app.check_profile(new);
  -- Check a link or a time zone only if it changes, because an existing value may violate a newer rule.
  if new.resume_url is distinct from old.resume_url then
    perform app.check_link('The resume', new.id, new.resume_url);
  end if;
  if new.profile_picture is distinct from old.profile_picture then
    perform app.check_link('The picture', new.id, new.profile_picture);
  end if;
  if new.time_zone is distinct from old.time_zone then
    perform app.check_time_zone(new.time_zone);
  end if;
  return new;
end
$$;

create function app.check_profile(profile public.profiles) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform app.check_text('Username', profile.username, 100);
  perform app.check_text('Full name', profile.full_name, 200);
  perform app.check_text('Company', profile.company_name, 200);
  perform app.check_text('Headline', profile.headline, 200);
  perform app.check_text('Location', profile.location, 200);
  perform app.check_text('Bio', profile.bio, 5000);
  perform app.check_text_list('Services', profile.services);
  perform app.check_text_list('Certifications', profile.certifications);
  if profile.consultation_fee is not null then
    perform app.check_money('The fee', profile.consultation_fee);
    if profile.role <> 'consultant' then
      perform app.refuse(400, 'fee_not_for_role', 'Only consultants can have a fee.', 'Leave the fee empty.');
    end if;
  end if;
end
$$;

-- Refuses an unknown time zone. pg_timezone_names reads a folder of files, so call this function only if the zone
-- changes.
create function app.check_time_zone(zone text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = zone) then
    perform app.refuse(400, 'time_zone_unknown', 'This time zone does not exist.',
      'Choose a name such as America/Denver.');
  end if;
end
$$;

create function app.check_text_list(field text, texts text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if not app.is_text_list(texts, 50, 100) then
    perform app.refuse(400, 'words_invalid', format('%s can have at most 50 entries of at most 100 characters.', field),
      'Shorten the list.');
  end if;
end
$$;

-- Accepts the path or the public URL of a file of the owner, and any https URL.
create function app.check_link(field text, owner uuid, link text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  site text := coalesce(
    regexp_replace(app.setting('site_url'), '([.\[\]])', '\\\1', 'g'),
    'http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?'
  );
  own_path text := owner || '/(picture|resume)/[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,5}';
begin
  perform app.check_text(field, link, 2000);
  if link is not null
    and link !~ ('^' || own_path || '$')
    and link !~ ('^' || site || '/storage/v1/object/public/user-files/' || own_path || '$')
    and link !~ '^https://[^/\s]+(/\S*)?$'
  then
    perform app.refuse(400, 'link_invalid', format('%s must be an uploaded file or an https address.', field),
      'Upload a file, or enter an address that begins with https://.');
  end if;
end
$$;

grant execute on function
  app.check_profile(public.profiles), app.check_time_zone(text), app.check_text_list(text, text[]),
  app.check_link(text, uuid, text),
  app.setting(text)
  to authenticated, service_role;

-- This trigger does not fire for columns that only the server writes, such as last_active_at.
create trigger _100_stamp before update of
  id, username, full_name, company_name, headline, location, bio, services, certifications, resume_url,
  profile_picture, documents, is_hidden, consultation_fee, time_zone
  on public.profiles
  for each row execute function app.tg_profiles__stamp();
