-- The demo data tell one story about a year of work in Colorado. All files run in the order of their names, in one
-- transaction, with the server's rights. Times are relative to today, so the story is the same all day. It ends
-- yesterday evening,
-- so the rate limits do not count its rows. A name without a match is an error, because look-ups are left joins into
-- columns that are not null.

-- Returns the id for a name, which is the same in every database. It is a UUID of version 3, made from an MD5 hash.
create function pg_temp.id(kind text, name text) returns uuid
language sql immutable set search_path = ''
as $$
  select overlay(overlay(md5('mendwell:' || kind || ':' || name) placing '3' from 13) placing '8' from 17)::uuid
$$;

create function pg_temp.user_id(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select pg_temp.id('person', name)
$$;

create function pg_temp.today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone app.time_zone())::date
$$;

-- Returns this local time of day, this number of days before today.
create function pg_temp.ago(days integer, clock time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (pg_temp.today() - days + clock) at time zone app.time_zone()
$$;

-- Does the same for appointments, which are never on weekends. A past appointment moves to the Friday before. A future
-- one (days below 0) moves to the Monday after.
create function pg_temp.workday(days integer, clock time) returns timestamptz
language sql stable set search_path = ''
as $$
  select pg_temp.ago(
    days + case extract(isodow from pg_temp.today() - days)
      when 6 then case when days > 0 then 1 else -2 end
      when 7 then case when days > 0 then 2 else -1 end
      else 0
    end, clock)
$$;
