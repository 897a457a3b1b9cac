-- Serializes a user's actions of this name, so that concurrent ones are counted correctly.
create function app.lock_action(name text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(coalesce(auth.uid()::text, '') || name, 2))
$$;

-- Refuses an action that is repeated too often. The array has the times of the recent rows, newest first. Refused
-- actions leave no row and are not counted. The setting limit_<name> has the limit as "count/seconds". Without this
-- setting, the action is unlimited.
create function app.check_limit(name text, times timestamptz[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  max_count integer := split_part(app.setting('limit_' || name), '/', 1)::integer;
  oldest timestamptz := times[array_length(times, 1)];
  wait integer;
begin
  if max_count is null or coalesce(array_length(times, 1), 0) <= max_count then
    return;
  end if;
  wait := greatest(1, ceil(extract(epoch from oldest + app.limit_window(name) - now())));
  perform app.refuse_too_often(name, wait);
end
$$;

create function app.refuse_too_often(name text, wait integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform app.refuse(429, 'too_many_' || name, 'You are doing this too often.',
    format('Try again in %s seconds.', wait), jsonb_build_object('Retry-After', wait::text));
end
$$;

create function app.limit_window(name text) returns interval
language sql stable set search_path = ''
as $$
  select make_interval(secs => split_part(app.setting('limit_' || name), '/', 2)::integer)
$$;
