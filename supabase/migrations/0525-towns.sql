set local row_security = off;

-- The places that the map knows. A job or a profile is at the town that its text names, never at an exact point.
create table app.towns (
  name text primary key check (length(name) between 1 and 100),
  -- The name as app.town_of compares it.
  key text not null unique check (length(key) between 1 and 100),
  latitude numeric not null check (latitude between 36.9 and 41.1),
  longitude numeric not null check (longitude between -109.1 and -102),
  -- A map shows the names of the cities (1) first, then those of towns (2) and small towns (3).
  size smallint not null check (size between 1 and 3)
);
alter table app.towns enable row level security, force row level security;
comment on table app.towns is 'The towns of Colorado that the map of jobs knows. Only migrations change them.';

-- A ZIP belongs to the town of the longest prefix that it begins with.
create table app.zip_prefixes (
  prefix text primary key check (length(prefix) <= 5 and prefix ~ '^8[01]\d{1,3}$'),
  town text not null references app.towns on update cascade on delete restrict
);
create index zip_prefixes_town_idx on app.zip_prefixes (town);
alter table app.zip_prefixes enable row level security, force row level security;
comment on table app.zip_prefixes is 'The beginnings of ZIP codes and their towns. Only migrations change them.';

insert into app.towns (name, key, latitude, longitude, size)
select name, translate(lower(name), 'ñ', 'n'), latitude, longitude, size
from (values
  ('Alamosa', 37.469, -105.870, 2), ('Arvada', 39.803, -105.087, 2), ('Aspen', 39.191, -106.818, 2),
  ('Aurora', 39.729, -104.832, 2), ('Berthoud', 40.308, -105.081, 3), ('Black Hawk', 39.797, -105.494, 3),
  ('Boulder', 40.015, -105.271, 1), ('Breckenridge', 39.482, -106.038, 2), ('Brighton', 39.985, -104.821, 2),
  ('Broomfield', 39.921, -105.087, 2), ('Buena Vista', 38.842, -106.131, 3), ('Burlington', 39.306, -102.269, 2),
  ('Cañon City', 38.441, -105.242, 2), ('Castle Rock', 39.372, -104.856, 2), ('Centennial', 39.579, -104.877, 3),
  ('Colorado Springs', 38.834, -104.821, 1), ('Commerce City', 39.808, -104.934, 3), ('Cortez', 37.349, -108.586, 2),
  ('Craig', 40.515, -107.546, 2), ('Delta', 38.742, -108.069, 3), ('Denver', 39.739, -104.985, 1),
  ('Durango', 37.275, -107.880, 2), ('Elizabeth', 39.360, -104.597, 3), ('Englewood', 39.648, -104.988, 3),
  ('Erie', 40.050, -105.050, 3), ('Estes Park', 40.377, -105.522, 2), ('Evans', 40.376, -104.692, 3),
  ('Evergreen', 39.633, -105.317, 3), ('Firestone', 40.113, -104.937, 3), ('Fort Collins', 40.585, -105.084, 1),
  ('Fort Lupton', 40.085, -104.813, 3), ('Fort Morgan', 40.250, -103.800, 2), ('Fountain', 38.682, -104.701, 3),
  ('Frederick', 40.099, -104.937, 3), ('Frisco', 39.575, -106.098, 3), ('Glenwood Springs', 39.550, -107.325, 2),
  ('Golden', 39.756, -105.221, 2), ('Granby', 40.086, -105.940, 3), ('Grand Junction', 39.064, -108.551, 1),
  ('Greeley', 40.423, -104.709, 1), ('Gunnison', 38.545, -106.925, 2), ('Highlands Ranch', 39.554, -104.969, 3),
  ('Idaho Springs', 39.743, -105.514, 3), ('Johnstown', 40.337, -104.912, 3), ('La Junta', 37.985, -103.544, 2),
  ('Lafayette', 39.994, -105.090, 3), ('Lakewood', 39.705, -105.081, 2), ('Lamar', 38.087, -102.621, 2),
  ('Leadville', 39.251, -106.293, 3), ('Limon', 39.264, -103.692, 2), ('Littleton', 39.613, -105.017, 2),
  ('Lone Tree', 39.531, -104.887, 3), ('Longmont', 40.167, -105.102, 2), ('Louisville', 39.978, -105.132, 3),
  ('Loveland', 40.398, -105.075, 2), ('Manitou Springs', 38.860, -104.917, 3), ('Montrose', 38.478, -107.876, 2),
  ('Monument', 39.092, -104.873, 3), ('Northglenn', 39.885, -104.987, 3), ('Pagosa Springs', 37.269, -107.010, 2),
  ('Parker', 39.519, -104.761, 3), ('Pueblo', 38.254, -104.609, 1), ('Pueblo West', 38.350, -104.723, 3),
  ('Rifle', 39.535, -107.783, 3), ('Salida', 38.535, -105.999, 2), ('Steamboat Springs', 40.485, -106.832, 2),
  ('Sterling', 40.626, -103.208, 2), ('Superior', 39.953, -105.169, 3), ('Telluride', 37.937, -107.812, 3),
  ('Thornton', 39.868, -104.972, 3), ('Trinidad', 37.169, -104.501, 2), ('Vail', 39.640, -106.374, 2),
  ('Walsenburg', 37.624, -104.780, 3), ('Wellington', 40.704, -105.009, 3), ('Westminster', 39.837, -105.037, 3),
  ('Wheat Ridge', 39.766, -105.077, 3), ('Windsor', 40.477, -104.901, 3), ('Winter Park', 39.892, -105.763, 3),
  ('Woodland Park', 38.994, -105.057, 3)
) as t (name, latitude, longitude, size);

insert into app.zip_prefixes (prefix, town)
select prefix, town
from (values
  ('Alamosa', '81101 81102'), ('Arvada', '8000'), ('Aspen', '81611 81612 81621'),
  ('Aurora', '8001 8004 80102 80103 80137'), ('Berthoud', '80513'), ('Black Hawk', '80422 80427'), ('Boulder', '803'),
  ('Breckenridge', '80424'), ('Brighton', '80601 80602 80603 80640 80642'), ('Broomfield', '80020 80023 80038'),
  ('Buena Vista', '81211'), ('Burlington', '80807'), ('Cañon City', '81212 81215 81226'),
  ('Castle Rock', '80104 80108 80109 80116 80118 80135'), ('Centennial', '80015 80016 80111 80112 80121 80122'),
  ('Colorado Springs', '809 80831 80840'), ('Commerce City', '80022 80024 80037'), ('Cortez', '81321'),
  ('Craig', '81625 81626'), ('Delta', '81416'), ('Denver', '802'), ('Durango', '8130 81122'),
  ('Elizabeth', '80107 80117'), ('Englewood', '80110 80113 8015'), ('Erie', '80516'), ('Estes Park', '80511 80517'),
  ('Evans', '80620 80645'), ('Evergreen', '80421 80433 80437 80439'), ('Firestone', '80520'),
  ('Fort Collins', '80512 80521 80522 80523 80524 80525 80526 80527 80528 80535 80547 80553'),
  ('Fort Lupton', '80621 80651'), ('Fort Morgan', '80701 80705 80723'), ('Fountain', '80817'),
  ('Frederick', '80514 80530'), ('Frisco', '80435 80443 80498'), ('Glenwood Springs', '81601 81602 81623'),
  ('Golden', '80401 80402 80403 80419'), ('Granby', '80446 80459'),
  ('Grand Junction', '8150 81520 81521 81524 81525'), ('Greeley', '80615 80631 80632 80633 80634 80638 80639'),
  ('Gunnison', '81224 81225 81230 81231'), ('Highlands Ranch', '80126 80129 80130 80163'),
  ('Idaho Springs', '80452'), ('Johnstown', '80534 80543'), ('La Junta', '81050'), ('Lafayette', '80026'),
  ('Lakewood', '80214 80215 80225 80226 80227 80228 80232 80235 80465'), ('Lamar', '81052'), ('Leadville', '80461'),
  ('Limon', '80828'), ('Littleton', '80120 80123 80125 80127 80128 80160 80161 80162'), ('Lone Tree', '80124'),
  ('Longmont', '80501 80502 80503 80504 80540 80544'), ('Louisville', '80027'), ('Loveland', '80537 80538 80539'),
  ('Manitou Springs', '80829'), ('Montrose', '81401 81402 81403'), ('Monument', '80132 80133'),
  ('Northglenn', '80233'), ('Pagosa Springs', '81147 81157'), ('Parker', '80134 80138'), ('Pueblo', '8100 8101'),
  ('Pueblo West', '81007'), ('Rifle', '81650'), ('Salida', '81201'), ('Steamboat Springs', '80477 80487 80488'),
  ('Sterling', '80751'), ('Superior', '80025'), ('Telluride', '81435'), ('Thornton', '80229 80241'),
  ('Trinidad', '81082'), ('Vail', '81620 81657 81658'), ('Walsenburg', '81089'), ('Wellington', '80549'),
  ('Westminster', '80021 8003 80234 80260'), ('Wheat Ridge', '80033 80034'), ('Windsor', '80550 80551'),
  ('Winter Park', '80442 80482'), ('Woodland Park', '80813 80814 80863 80866')
) as z (town, prefixes), unnest(string_to_array(prefixes, ' ')) as prefix;

-- Returns the town that a typed place names, or '' for a place that the map does not know. A ZIP counts before a name.
-- If a place names several towns, the last one counts: "Denver Tech Center, Englewood" is in Englewood.
create function app.town_of(place text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  zip constant text := substring(place from '.*\m(8[01]\d{3})\M');
  -- Streets have names of towns, such as Evans Avenue and Parker Rd, and do not count.
  words constant text := ' ' || regexp_replace(
    regexp_replace(translate(lower(place), 'ñ', 'n'), '[^a-z0-9]+', ' ', 'g'),
    '\m\w+ (ave|avenue|blvd|boulevard|circle|court|ct|dr|drive|hwy|lane|ln|parkway|pkwy|pl|rd|road|st|street|way)\M', ' ',
    'g'
  ) || ' ';
  found text;
begin
  if zip is not null then
    select z.town into found from app.zip_prefixes z
    where z.prefix in (left(zip, 3), left(zip, 4), zip)
    order by length(z.prefix) desc limit 1;
  end if;
  -- "Aurora, IL" is not in Colorado.
  if found is not null or place !~ ',\s*(A[KLRZ]|C[AT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\M'
  then
    found := coalesce(found, (
      select t.name from app.towns t
      where strpos(words, ' ' || t.key || ' ') > 0
      order by strpos(reverse(words), reverse(' ' || t.key || ' ')), length(t.key) desc
      limit 1
    ));
  end if;
  return coalesce(found, '');
end
$$;

-- Returns the town of a job. A job whose own place is unknown is at its facility's town, unless the facility hides its
-- profile.
create function app.town_of_job(place text, facility uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(app.town_of(place), ''),
    (select app.town_of(p.location) from public.profiles p where p.id = facility and not p.is_hidden),
    ''
  )
$$;

alter table public.jobs add column town text not null default '' check (length(town) <= 100);
comment on column public.jobs.town is
  'The town of the map at which the job is, or an empty text. A trigger finds it from the location, or else from the '
  'location of the facility.';
-- Only biddable jobs are found by their town. An award that is released sets the town.
update public.jobs j set town = app.town_of_job(j.location, j.facility_id) where j.is_biddable;

-- For the towns of a map, and for jobs near a place. It includes the columns that the list filters and sorts by.
create index jobs_biddable_town_idx on public.jobs (town, created_at desc, id)
  include (facility_id, is_biddable, category, budget)
  where is_biddable;
