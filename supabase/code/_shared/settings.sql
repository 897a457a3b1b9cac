create function app.setting(name text) returns text
language sql stable security definer set search_path = ''
as $$
  select value from private.settings s where s.name = setting.name
$$;

-- The statistics divide time into days of this time zone.
create function app.time_zone() returns text
language sql stable set search_path = ''
as $$
  select coalesce(app.setting('time_zone'), 'America/Denver')
$$;
