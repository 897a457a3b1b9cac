-- All files run in the order of their names, in one transaction. The story ends yesterday evening, so that the rate
-- limits do not count its rows. With left joins into NOT NULL columns, an unknown name causes an error.

-- Returns an MD5 hash in the format of a UUID, so the id is the same in every database.
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

-- Returns a time of day in the installation's time zone, on the day that is this number of days before today.
create function pg_temp.ago(days integer, clock time) returns timestamptz
language sql stable set search_path = ''
as $$
  select (pg_temp.today() - days + clock) at time zone app.time_zone()
$$;

-- Works like `ago`, but moves a weekend day of the past to Friday, and any other weekend day to Monday.
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
