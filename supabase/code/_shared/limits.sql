-- Makes a user's concurrent actions with this `name` run one after another, so that each action counts the earlier
-- rows. All visitors share one lock.
create function app.lock_action(name text) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(coalesce(auth.uid()::text, '') || name, 2))
$$;

-- `times` has the times of the recent rows, newest first. The setting `limit_<name>` has the limit as "count/seconds".
-- Without this setting, the action is unlimited.
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

-- Refuses a statement that inserts more rows than the limit allows. The trigger's argument is the name of the limit.
-- The trigger counts the rows before they are written, so a refused statement costs little.
create function app.tg_limit_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting text := 'app.new_' || tg_argv[0];
  known text := current_setting(setting, true);
  statement text := extract(epoch from statement_timestamp())::text;
  row_count integer := 1;
  max_count integer;
begin
  if app.is_server() then
    return new;
  end if;
  if split_part(known, ' ', 1) = statement then
    row_count := split_part(known, ' ', 2)::integer + 1;
  end if;
  perform set_config(setting, statement || ' ' || row_count, true);
  if row_count > 1 then
    max_count := split_part(app.setting('limit_' || tg_argv[0]), '/', 1)::integer;
    if row_count > max_count then
      perform app.refuse(429, 'too_many_' || tg_argv[0], 'Too many requests.',
        format('Send at most %s at once.', max_count),
        jsonb_build_object('Retry-After', ceil(extract(epoch from app.limit_window(tg_argv[0])))::text));
    end if;
  end if;
  return new;
end
$$;

-- The trigger's arguments are the name of the limit and the column with the user's id.
create function app.tg_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  times timestamptz[];
begin
  if app.is_server() then
    return null;
  end if;
  perform app.lock_action(tg_argv[0]);
  execute format(
    'select array(select created_at from %I.%I where %I = $1 and created_at > now() - $2 order by created_at desc)',
    tg_table_schema, tg_table_name, tg_argv[1]
  ) into times using auth.uid(), app.limit_window(tg_argv[0]);
  perform app.check_limit(tg_argv[0], times);
  return null;
end
$$;

-- Refuses an action, and tells the client to try again after `wait` seconds.
create function app.refuse_too_often(name text, wait integer) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wait_text text := case
    when wait >= 90 then format('%s minutes', ceil(wait / 60.0))
    when wait = 1 then '1 second'
    else format('%s seconds', wait) end;
begin
  perform app.refuse(429, 'too_many_' || name, 'Too many requests.',
    format('Try again in %s.', wait_text), jsonb_build_object('Retry-After', wait::text));
end
$$;

create function app.limit_window(name text) returns interval
language sql stable set search_path = ''
as $$
  select make_interval(secs => split_part(app.setting('limit_' || name), '/', 2)::integer)
$$;
