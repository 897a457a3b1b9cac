-- The demo: one story about a year of work in Colorado. All files run in the order of their names, in one
-- transaction, as the server. The story counts days back from today, so it is the same all day long, and ends
-- yesterday evening: nothing in it is too recent for the limits that count a person's newest rows.
-- A name that fits nothing is an error: look-ups are left joins into columns that are not null.

-- What a name stands for: the same id in every database (a UUID of version 3, which is made from an MD5).
create function pg_temp.id(kind text, name text) returns uuid
language sql immutable set search_path = ''
as $$
  select overlay(overlay(md5('mendwell:' || kind || ':' || name) placing '3' from 13) placing '8' from 17)::uuid
$$;

create function pg_temp.person(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select pg_temp.id('person', name)
$$;

create function pg_temp.today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone app.time_zone())::date
$$;

-- So many days before today, by the clock on the wall.
create function pg_temp.ago(days integer, clock time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (pg_temp.today() - days + clock) at time zone app.time_zone()
$$;

-- The same for appointments, which are not on weekends: those past were on the Friday before, those ahead (days
-- below 0) are on the Monday after.
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
