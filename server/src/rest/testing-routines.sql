-- Creates functions of every kind that a schema may have, for the tests of calls and their responses.
create type lab.place as (x integer, y integer);
create domain lab.own_place as lab.place;

create function lab.take_json(json) returns json language sql immutable as $$ select $1 $$;
create function lab.take_text(text) returns text language sql immutable as $$ select $1 $$;
create function lab.take_bytes(bytea) returns text language sql immutable as $$ select encode($1, 'hex') $$;
create function lab.take_xml(xml) returns text language sql immutable as $$ select $1::text $$;
create function lab.take_number(integer) returns integer language sql immutable as $$ select $1 $$;

create function lab.take_any_number(integer default 1) returns integer language sql immutable as $$ select $1 $$;
create function lab.many() returns text language sql immutable as $$ select 'none' $$;
create function lab.many(x integer, y integer) returns integer language sql immutable as $$ select x + y $$;
create function lab.many(json) returns text language sql immutable as $$ select 'json' $$;
create function lab.many(text) returns text language sql immutable as $$ select 'text: ' || $1 $$;
create function lab.twins(json) returns json language sql immutable as $$ select $1 $$;
create function lab.twins(jsonb) returns jsonb language sql immutable as $$ select $1 $$;

create function lab.here() returns lab.place language sql immutable as $$ select 3, 4 $$;
create function lab.own_here() returns lab.own_place language sql immutable
  as $$ select row (3, 4)::lab.own_place $$;
create function lab.places() returns setof lab.place language sql immutable
  as $$ values (1, 2), (3, 4) $$;
create function lab.nowhere() returns integer language sql immutable as $$ select null::integer $$;
create function lab.some_record() returns record language sql stable
  as $$ select id, name from lab.makers order by id limit 1 $$;
create function lab.some_records(lowest integer) returns setof record language sql stable
  as $$ select id, name from lab.makers where id >= lowest order by id $$;
create function lab.long_words(word character, bits bit) returns json language sql immutable
  as $$ select json_build_array(word, bits) $$;
create function lab.touch_pairs() returns setof lab.pairs language sql
  as $$ update lab.pairs set note = 'touched' returning * $$;

create domain lab.luck as integer default 13;
create table lab.lucky (id lab.luck primary key, note text);
create table lab.single_key (id integer primary key);
create table lab.once (
  n integer,
  constraint once_n unique (n) deferrable initially deferred
);
insert into lab.once values (1);
create function lab.twice(now boolean) returns void language plpgsql as $$
begin
  if now then set constraints all immediate; end if;
  insert into lab.once values (1);
end
$$;


create domain lab."text/html" as text;
create domain lab."image/png" as bytea;
create domain lab."*/*" as bytea;
create domain lab."application/x-lines" as text;
create domain lab."application/x-makers" as bytea;
create function lab.page() returns lab."text/html" language sql immutable as $$ select '<p>a</p>' $$;
create function lab.pages() returns setof lab."text/html" language sql immutable as $$ select '<p>' $$;
create function lab.picture() returns lab."image/png" language sql immutable
  as $$ select '\x89504e47'::bytea $$;
create function lab.anything() returns lab."*/*" language sql immutable as $$ select 'any'::bytea $$;
create function lab.no_page() returns lab."text/html" language sql immutable as $$ select null $$;
create function lab.next_line(text, anyelement) returns text language sql immutable
  as $$ select $1 || $2::text || E'\n' $$;
create function lab.as_lines(text) returns lab."application/x-lines" language sql immutable
  as $$ select $1 $$;
create aggregate lab.lines_of(anyelement) (
  sfunc = lab.next_line, stype = text, initcond = '', finalfunc = lab.as_lines
);
create function lab.next_maker(bytea, lab.makers) returns bytea language sql immutable
  as $$ select $1 || convert_to($2.name, 'UTF8') $$;
create function lab.as_makers(bytea) returns lab."application/x-makers" language sql immutable
  as $$ select $1 $$;
create aggregate lab.names_of(lab.makers) (
  sfunc = lab.next_maker, stype = bytea, initcond = '', finalfunc = lab.as_makers
);

create domain lab."application/openapi+json" as json;
create function lab.own_description() returns lab."application/openapi+json" language sql immutable
  as $$ select '{"swagger": "2.0"}'::json $$;
create view lab.wrong_by_itself as select (select id from lab.makers) as id;
create view lab.just_notes with (security_invoker = true) as select distinct note from lab.great;
create materialized view lab.kept_notes as select note from lab.great;
comment on schema lab is E'A laboratory\n\nFor trying things out.';
comment on table lab.makers is E'The people who make things\nand nothing else';
comment on column lab.makers.name is 'The name on the door';
comment on function lab.add(integer, integer) is 'Adds';

create table lab.of_types (
  word character(3) default 'abc',
  flag boolean default false,
  number integer default 42,
  amounts numeric[],
  anything jsonb,
  feeling lab.mood not null default 'calm'
);
create function lab.feels(feeling lab.mood) returns boolean language sql stable
  as $$ select feeling = 'calm' $$;

grant all on all tables in schema lab to authenticated, service_role;
revoke all on lab.hidden from authenticated, service_role;
grant execute on all functions in schema lab to authenticated, service_role;
