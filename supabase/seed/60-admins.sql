-- This is the last file, so it also drops the helper functions.

insert into public.demo_requests (id, full_name, email, company, message, handled, created_at)
select pg_temp.id('demo request', email), full_name, email, company, message, handled, pg_temp.ago(days, clock)
from (values
  ('Ray Trujillo', 'ray@poudrecold.test', 'Poudre Valley Cold Storage',
   'Two sites, both cold, and I am tired of calling the same three companies. Can you show me how bids look?',
   true, 243, time '10:15'),
  ('Gwen Abeyta', 'gwen.abeyta@sanluismedical.test', 'San Luis Valley Medical Clinics',
   'Do you have contractors who drive to Alamosa? Our boiler company retired.', true, 167, '09:40'),
  ('Carmen Ibarra', 'carmen@ibarraplanning.test', 'Ibarra Facility Planning',
   'I advise facilities on capital plans and would like to be listed as a consultant.', true, 86, '14:05'),
  ('Peter Nakamura', 'pnakamura@tablemesabrewing.test', 'Table Mesa Brewing',
   'One brewery, one taproom, glycol and drains that keep us busy. Fifteen minutes is enough.', true, 41, '16:30'),
  ('Nathan Yellowhorse', 'nathan@sangredecristo.test', 'Sangre de Cristo Contracting',
   'We pour concrete from Pueblo to Castle Rock and have two crews free next month.', true, 6, '11:20'),
  ('Sister Agnes Doyle', 'adoyle@stjudeseniorliving.test', 'St. Jude Senior Living',
   'Ninety-two apartments in Grand Junction. How do you check insurance and background of those who come in?',
   false, 3, '13:10'),
  ('Brett Halvorsen', 'bhalvorsen@summitlodging.test', 'Summit Lodging Group',
   'Six hotels between Frisco and Vail. We would like to see it with our chief engineers, any afternoon.',
   false, 1, '15:50')
) as d (full_name, email, company, message, handled, days, clock);

insert into app.audit_log (at, actor_id, action, subject, reason, details)
select at, pg_temp.user_id('joanna'), action, subject::text, reason, details
from (
  select refunded_at, 'refund_payment', id, null, jsonb_build_object('amount', amount)
  from public.payments
  where status = 'refunded' and payer_id in (select pg_temp.user_id(name) from demo_people)
  union all
  select pg_temp.ago(26, '09:25'), 'release_award', pg_temp.id('job', 'stairwell-handrails'),
         'Both sides agree: the steel comes eight weeks late.',
         jsonb_build_object('contractor', pg_temp.user_id('elena'))
  union all
  select pg_temp.ago(5, '08:30'), 'handle_demo_request',
         pg_temp.id('demo request', 'nathan@sangredecristo.test'), null, jsonb_build_object('handled', true)
) as a (at, action, subject, reason, details)
order by at;

drop function
  pg_temp.bid_id(text, text, integer), pg_temp.workday(integer, time), pg_temp.ago(integer, time),
  pg_temp.today(), pg_temp.user_id(text), pg_temp.id(text, text);
