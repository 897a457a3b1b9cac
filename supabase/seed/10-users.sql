-- The seven users whose email ends in @mendwell.test are the demo logins.

create temp table demo_people on commit drop as
select * from (values
  ('joanna', 'admin@mendwell.test', 'admin', 'Joanna Reyes', 'Mendwell', 426,
   'Marketplace operations', 'Denver, CO',
   'Looks after accounts, payments and everything that needs a person. Reach me before you give up.',
   array[]::text[], array[]::text[], null::numeric, 1),
  ('margaret', 'consultant@mendwell.test', 'consultant', 'Margaret Okafor', 'Okafor Commissioning', 422,
   'HVAC commissioning and energy audits for occupied buildings', 'Boulder, CO',
   'Mechanical engineer, 22 years in hospitals, schools and cold storage. I read trend logs before I read proposals, '
   'and I tell you which repair can wait a year.',
   array['HVAC commissioning', 'Energy audits', 'Retro-commissioning', 'Controls review'],
   array['PE (Colorado)', 'CxA', 'LEED AP O+M'], 185, 1),
  ('dana', 'facility@mendwell.test', 'facility', 'Dana Whitfield', 'Front Range Surgical Center', 420,
   'Facilities Director', 'Lakewood, CO',
   'Six operating rooms in Lakewood and an outpatient clinic in Littleton. Work in clinical areas starts after 6 pm '
   'and ends with a signed infection control checklist.',
   array[]::text[], array['CHFM'], null, 1),
  ('luis', 'contractor@mendwell.test', 'contractor', 'Luis Archuleta', 'Archuleta Electric & Controls', 418,
   'Commercial electrician, hospitals and schools', 'Lakewood, CO',
   'Family shop with nine electricians. Healthcare isolated power, lighting retrofits, motor controls and gate '
   'operators. Same-day answer on anything that trips twice.',
   array['Electrical', 'Lighting', 'Motor controls', 'Access gates'],
   array['Colorado Master Electrician', 'NFPA 70E', 'OSHA 30'], null, 1),
  ('stephen', 'consultant2@mendwell.test', 'consultant', 'Stephen Vance', 'Vance Building Envelope', 415,
   'Roof and building envelope consultant', 'Colorado Springs, CO',
   'Former roofer, now on your side of the table: moisture surveys, hail claims, and specifications that bidders '
   'cannot read two ways.',
   array['Roof inspections', 'Moisture surveys', 'Hail claims', 'Building envelope'],
   array['RRC', 'REWC'], 150, 2),
  ('marcus', 'facility2@mendwell.test', 'facility', 'Marcus Oyelaran', 'Pikes Peak Charter Schools', 414,
   'Director of Operations', 'Colorado Springs, CO',
   'Three campuses, 1,900 students, two custodians and me. Badge in at the front office; no deliveries from 7:30 to '
   '8:15 and from 2:45 to 3:30.',
   array[]::text[], array['CFM'], null, 1),
  ('kelly', 'contractor2@mendwell.test', 'contractor', 'Kelly Brandt', 'Brandt Mechanical', 411,
   'Commercial HVAC, boilers and plumbing', 'Arvada, CO',
   'Rooftop units, boilers, chillers and the pipes between them. Two crews, one of them on nights, and a parts '
   'counter of our own on West 58th.',
   array['HVAC', 'Boilers', 'Chillers', 'Plumbing'],
   array['EPA 608 Universal', 'ICC Commercial Mechanical', 'ASSE 6010'], null, 1),
  ('elena', 'elena@vasquezbuilding.test', 'contractor', 'Elena Vasquez', 'Vasquez Building Services', 408,
   'General repairs, tenant finish and painting', 'Denver, CO',
   'Doors, ceilings, counters, handrails, firestopping and the punch list nobody else wants. Licensed, bonded, tidy.',
   array['General repairs', 'Tenant finish', 'Painting', 'Doors and hardware', 'Firestopping'],
   array['Denver Class B Contractor', 'OSHA 30'], null, 2),
  ('hank', 'hank@highplainsroofing.test', 'contractor', 'Hank Sorensen', 'High Plains Roofing', 380,
   'Low-slope commercial roofs', 'Greeley, CO',
   'TPO, EPDM and modified bitumen for schools, warehouses and clinics from Fort Collins to Pueblo.',
   array['Roofing', 'Sheet metal', 'Roof drains'], array['GAF Master Commercial', 'OSHA 30'], null, 3),
  ('theresa', 'theresa@larimercrossing.test', 'facility', 'Theresa Lindqvist', 'Larimer Crossing Properties', 366,
   'Senior Property Manager', 'Denver, CO',
   'Nine office and mixed-use buildings between Blake Street and Cherry Creek North. Freight elevators are booked a '
   'day ahead through the lobby desk.',
   array[]::text[], array['RPA', 'CPM'], null, 1),
  ('priya', 'priya@ramanplumbing.test', 'contractor', 'Priya Raman', 'Raman Plumbing & Drain', 352,
   'Commercial plumbing, gas and drains', 'Aurora, CO',
   'Master plumber. Backflow, mixing valves, gas piping, camera inspections and full restroom refits.',
   array['Plumbing', 'Gas piping', 'Drain inspection', 'Backflow'],
   array['Colorado Master Plumber', 'ASSE 5110'], null, 1),
  ('anita', 'anita@desrosierspower.test', 'consultant', 'Anita Desrosiers', 'Desrosiers Power Safety', 310,
   'Electrical safety and arc flash studies', 'Denver, CO',
   'I label panels for a living: arc flash studies, selective coordination, and generator plans that a night nurse '
   'can follow.',
   array['Arc flash studies', 'Electrical safety', 'Emergency power'],
   array['PE (Colorado)', 'NFPA 70E Trainer'], 225, 1),
  ('josh', 'josh@redrockgrounds.test', 'contractor', 'Josh Medina', 'Red Rock Grounds Care', 300,
   'Grounds, trees, fences and flatwork', 'Colorado Springs, CO',
   'Tree crews, drainage, fences and concrete under one phone number. We haul away what we cut.',
   array['Grounds', 'Tree care', 'Drainage', 'Fencing', 'Concrete flatwork'],
   array['ISA Certified Arborist', 'Qualified Applicator'], null, 2),
  ('ray', 'ray@poudrecold.test', 'facility', 'Ray Trujillo', 'Poudre Valley Cold Storage', 240,
   'Plant and Maintenance Manager', 'Greeley, CO',
   '210,000 square feet of freezer and cooler in Greeley and a cross-dock in Fort Collins. Everybody wears a coat '
   'and signs in at dock 4.',
   array[]::text[], array['RETA CIRO'], null, 1),
  ('bill', 'bill@hatchercode.test', 'consultant', 'Bill Hatcher', 'Hatcher Code Consulting', 175,
   'Fire and life safety code', 'Longmont, CO',
   'Retired fire marshal. I walk your building the way the next inspector will, and write it down in plain words.',
   array['Life safety code', 'Egress', 'Firestopping', 'Inspection readiness'],
   array['ICC Fire Inspector II', 'NFPA CFPS'], 140, 4),
  ('tom', 'tom@cacheammonia.test', 'contractor', 'Tom Kowalczyk', 'Cache Refrigeration', 130,
   'Industrial refrigeration and process cooling', 'Loveland, CO',
   'Ammonia and glycol, evaporators, compressors and the doors that keep the cold in. Around the clock for freezers.',
   array['HVAC', 'Industrial refrigeration', 'Glycol systems', 'Freezer doors'],
   array['RETA CARO', 'EPA 608 Universal'], null, 1),
  ('carmen', 'carmen@ibarraplanning.test', 'consultant', 'Carmen Ibarra', 'Ibarra Facility Planning', 84,
   'Capital planning and accessibility', 'Fort Collins, CO',
   'Ten-year plans that a board reads to the end, and accessibility surveys with a price beside every finding.',
   array['Capital planning', 'Accessibility surveys', 'Facility condition'],
   array['CASp', 'FMP'], 120, 3),
  ('owen', 'owen@pritchardwater.test', 'consultant', 'Owen Pritchard', 'Pritchard Water & Grounds', 19,
   'Irrigation and outdoor water use', 'Golden, CO',
   'Irrigation audits, turf conversions and drainage. The first talk costs nothing: usually it is one valve.',
   array['Irrigation audits', 'Water use', 'Drainage', 'Turf conversion'],
   array['CLIA', 'Qualified Water Efficient Landscaper'], null, 2),
  ('nathan', 'nathan@sangredecristo.test', 'contractor', 'Nathan Yellowhorse', 'Sangre de Cristo Contracting', 5,
   'Concrete, masonry and light remodels', 'Pueblo, CO',
   'Docks, ramps, stairs and block walls from Pueblo to Castle Rock.',
   array['General repairs', 'Concrete', 'Masonry'], array['Pueblo Class B Contractor'], null, null)
) as p (
  name, email, role, full_name, company, joined, headline, location, bio, services, certifications, fee, last_seen
),
  -- Add the length of a text as minutes, so that users have different times.
  lateral (select pg_temp.ago(joined, time '08:40' + make_interval(mins => length(bio)))) as j (joined_at),
  lateral (select pg_temp.ago(last_seen, time '18:05' + make_interval(mins => length(headline)))) as s (seen_at);

-- bcrypt is slow on purpose, so all users share one hash.
with password as materialized (
  select extensions.crypt('Mendwell-demo-1', extensions.gen_salt('bf', 10)) as hash
)
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
  email_change_token_new, email_change, email_change_token_current, phone_change, phone_change_token,
  reauthentication_token, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
)
select '00000000-0000-0000-0000-000000000000', pg_temp.user_id(name), 'authenticated', 'authenticated', email, hash,
       joined_at, '', '', '', '', '', '', '', '', seen_at,
       jsonb_build_object('provider', 'email', 'providers', array['email'], 'role', role),
       jsonb_build_object('full_name', full_name, 'company_name', company, 'services', services),
       joined_at, joined_at
from demo_people, password;

insert into auth.identities (
  id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at
)
select pg_temp.id('identity', name), u.id::text, u.id, 'email',
       jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false),
       u.last_sign_in_at, u.created_at, u.updated_at
from demo_people d join auth.users u on u.id = pg_temp.user_id(name);

-- The trigger on auth.users has already copied the name, company and services to the profile.
update public.profiles p
set headline = d.headline, location = d.location, bio = d.bio, certifications = d.certifications,
    consultation_fee = d.fee, last_active_at = d.seen_at
from demo_people d
where p.id = pg_temp.user_id(d.name);
