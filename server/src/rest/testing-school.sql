-- Creates relations with every kind of relationship, for the tests of embeds, aggregates and searches.
create table lab.teachers (
  id integer primary key,
  name text not null,
  mentor integer references lab.teachers
);
create table lab.rooms (id integer primary key, name text, seats integer);
create table lab.courses (
  id integer primary key,
  title text not null,
  teacher_id integer references lab.teachers,
  room_id integer references lab.rooms,
  hours integer,
  plan jsonb
);
create table lab.pupils (id integer primary key, name text not null, favourite_id integer constraint favourite references lab.courses);
create table lab.lockers (pupil_id integer primary key references lab.pupils, code text);
create table lab.enrolments (
  pupil_id integer references lab.pupils,
  course_id integer references lab.courses,
  grade integer,
  primary key (pupil_id, course_id)
);
create table lab.absences (
  id integer primary key,
  pupil_id integer references lab.pupils,
  course_id integer references lab.courses
);

-- The table that connects clubs and their members is not exposed, but a view of it is.
create schema office;
grant usage on schema office to authenticated;
create table lab.clubs (id integer primary key, name text);
create table office.members (
  pupil_id integer references lab.pupils,
  club_id integer references lab.clubs,
  primary key (pupil_id, club_id)
);
create view lab.memberships with (security_invoker = true) as select * from office.members;
create table lab.sponsors (id integer primary key, name text);
create table office.sponsorings (
  club_id integer references lab.clubs,
  sponsor_id integer references lab.sponsors,
  primary key (club_id, sponsor_id)
);
create view lab.course_list with (security_invoker = true) as
  select id, title, teacher_id as taught_by, teacher_id as examined_by from lab.courses;

-- Two junctions and a foreign key connect the same relations.
create table lab.towns (id integer primary key, name text);
create table lab.bands (id integer primary key, name text, town_id integer constraint home references lab.towns);
create table lab.concerts (
  band_id integer constraint playing references lab.bands,
  town_id integer constraint hosting references lab.towns,
  primary key (band_id, town_id)
);
create view lab.late_concerts with (security_invoker = true) as select * from lab.concerts where band_id > 1;

create function lab.taught_by(lab.courses) returns setof lab.teachers rows 1 language sql stable
  as $$ select * from lab.teachers where id = $1.teacher_id $$;
create function lab.teaches(lab.teachers) returns setof lab.courses language sql stable
  as $$ select * from lab.courses where teacher_id = $1.id $$;
create function lab.great_room(lab.courses) returns lab.rooms language sql stable
  as $$ select * from lab.rooms order by seats desc limit 1 $$;
-- This function has the name of a referenced table, so embeds use the function instead of the foreign key.
create function lab.rooms(lab.courses) returns setof lab.rooms rows 1 language sql stable
  as $$ select * from lab.rooms where id = $1.room_id and seats > 20 $$;
create function lab.first_letter(lab.teachers) returns text language sql stable
  as $$ select left($1.name, 1) $$;
create function lab.all_courses() returns setof lab.courses language sql stable
  as $$ select * from lab.courses $$;

create table lab.texts (
  id integer primary key,
  body text,
  words tsvector,
  facts jsonb,
  span int4range,
  spans int4multirange
);

insert into lab.teachers values (1, 'Ada', null), (2, 'Ben', 1), (3, 'Cleo', 1);
insert into lab.rooms values (1, 'Hall', 80), (2, 'Attic', 12);
insert into lab.courses values
  (1, 'Logic', 1, 1, 30, '{"level": 1, "mode": "oral"}'), (2, 'Music', 2, 2, 20, '{"level": 3}'),
  (3, 'Maths', 1, null, 50, '{"level": 2}'), (4, 'Empty', null, null, null, null);
insert into lab.pupils values (1, 'Ida', 1), (2, 'Jon', 2), (3, 'Kim', null);
insert into lab.lockers values (1, 'A1'), (2, 'B2');
insert into lab.enrolments values (1, 1, 5), (1, 2, 4), (2, 1, 3), (2, 3, null);
insert into lab.absences values (1, 1, 1);
insert into lab.clubs values (1, 'Chess'), (2, 'Choir');
insert into office.members values (1, 1), (2, 1), (2, 2);
insert into lab.towns values (1, 'Aix'), (2, 'Bonn');
insert into lab.bands values (1, 'Reeds', 1), (2, 'Drums', null);
insert into lab.concerts values (1, 1), (2, 1), (2, 2);
insert into lab.texts values
  (1, 'The cat sits', to_tsvector('The cat sits'), '{"said": "a fat cat"}', '[1,4)', '{[1,4)}'),
  (2, 'Impossible dogs', to_tsvector('Impossible dogs'), '{"said": "no"}', '[4,9)', '{[4,9)}'),
  (3, null, null, null, '[20,30)', null);

-- lab.minutes is a number that clients read and write as a time of day.
create domain lab.minutes as integer;
create function lab.shown(lab.minutes) returns json language sql immutable
  as $$ select to_json(coalesce(to_char(make_interval(mins => $1::integer), 'HH24:MI'), 'never')) $$;
create function lab.minutes_of(text) returns lab.minutes language sql immutable
  as $$ select (split_part($1, ':', 1)::integer * 60 + split_part($1, ':', 2)::integer)::lab.minutes $$;
create cast (lab.minutes as json) with function lab.shown(lab.minutes) as implicit;
create cast (text as lab.minutes) with function lab.minutes_of(text) as implicit;
create function lab.minutes_given(json) returns lab.minutes language sql immutable
  as $$ select case when $1 #>> '{}' <> 'never' then lab.minutes_of($1 #>> '{}') end $$;
create cast (json as lab.minutes) with function lab.minutes_given(json) as implicit;
create table lab.chimes (at lab.minutes primary key, times lab.minutes default 60);
create domain lab.words as tsvector;
create domain lab.few_words as lab.words;
create table lab.bells (
  id integer primary key,
  rings lab.minutes,
  course_id integer references lab.courses,
  note lab.few_words
);
insert into lab.bells values (1, 485, 1, to_tsvector('the first bell')), (2, 600, 1, null), (3, null, null, null);

create view lab.mentors with (security_invoker = true) as
  select m.id as maker_id, p.id as pupil_id from lab.makers m left join lab.pupils p on false;
create function lab.keep_nothing() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger keep_nothing instead of insert on lab.mentors
  for each row execute function lab.keep_nothing();

grant all on all tables in schema lab to authenticated, service_role;
grant select on all tables in schema office to authenticated;
revoke all on lab.hidden from authenticated, service_role;
grant execute on all functions in schema lab to authenticated, service_role;
