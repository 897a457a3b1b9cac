-- `booked` and `held` are days before today, and `paid` is days after the consultation. Triggers create no payment for
-- a consultation that is inserted as cancelled, so void payments are inserted below.

create temp table demo_consultations on commit drop as
select * from (values
  ('or pressure readings', 'dana', 'margaret', null, 416, 406, time '10:00', 90, 3, 'booked'),
  ('roof after hail, Austin Bluffs', 'marcus', 'stephen', null, 403, 394, '09:00', 120, 5, 'booked'),
  ('boiler plant trends', 'dana', 'margaret', null, 391, 383, '14:00', 60, 2, 'booked'),
  ('library leak, second opinion', 'marcus', 'stephen', 'monument-roof-leak', 363, 358, '15:30', 60, 3, 'booked'),
  ('gym ventilation rates', 'marcus', 'margaret', 'gym-rtu-bearings', 366, 354, '11:00', 60, 4, 'booked'),
  ('Blake Street energy audit', 'theresa', 'margaret', null, 341, 331, '09:30', 120, 6, 'booked'),
  ('boiler service scope', 'dana', 'margaret', 'boiler-tune', 321, 315, '13:00', 30, 1, 'booked'),
  ('skylight or curb', 'theresa', 'stephen', null, 318, 308, '10:30', 60, 4, 'booked'),
  ('controls upgrade, two bids', 'marcus', 'margaret', null, 309, 299, '15:00', 60, 3, 'booked'),
  ('arc flash labels, where to begin', 'theresa', 'anita', null, 301, 289, '11:00', 60, 5, 'booked'),
  ('generator survey binder', 'dana', 'anita', 'generator-load-bank', 282, 276, '09:00', 60, 2, 'booked'),
  ('Cherry Creek chilled water', 'theresa', 'margaret', null, 283, 273, '10:00', 90, 4, 'booked'),
  ('skylight specification', 'theresa', 'stephen', null, 275, 265, '13:30', 60, 3, 'booked'),
  ('low humidity in surgery', 'dana', 'margaret', null, 256, 246, '14:30', 60, 2, 'booked'),
  ('evaporator capacity', 'ray', 'margaret', null, 231, 220, '08:30', 90, 7, 'booked'),
  ('Greeley one-line diagram', 'ray', 'anita', null, 225, 214, '13:00', 120, 6, 'booked'),
  ('school roofs, ten-year view', 'marcus', 'stephen', null, 214, 204, '09:00', 90, 5, 'booked'),
  ('night setback at Monument', 'marcus', 'margaret', null, 199, 189, '16:00', 60, 3, 'booked'),
  ('freezer B pull-down', 'ray', 'margaret', null, 172, 163, '10:30', 60, 4, 'booked'),
  ('dock heater load', 'ray', 'anita', 'dock-heater-circuits', 165, 159, '15:00', 30, 2, 'booked'),
  ('clinic roof ponding', 'dana', 'stephen', null, 160, 149, '11:00', 60, 3, 'booked'),
  ('corridor walls before the survey', 'dana', 'bill', null, 151, 140, '09:30', 120, 5, 'booked'),
  ('chiller test results', 'theresa', 'margaret', 'chiller-tubes', 146, 136, '13:00', 60, 4, 'booked'),
  ('panel replacement order', 'theresa', 'anita', null, 130, 118, '10:00', 60, 3, 'booked'),
  ('OR air changes', 'dana', 'margaret', null, 119, 109, '15:30', 60, 2, 'booked'),
  ('roof warranty letter', 'marcus', 'stephen', null, 106, 95, '14:00', 60, 6, 'booked'),
  ('stairwell doors, Blake Street', 'theresa', 'bill', null, 99, 88, '10:00', 60, 4, 'booked'),
  ('demand charges in Greeley', 'ray', 'margaret', null, 95, 84, '09:00', 90, 5, 'booked'),
  ('accessible entrances', 'marcus', 'carmen', null, 82, 74, '13:00', 60, 4, 'booked'),
  ('kitchen power, Monument', 'marcus', 'anita', 'kitchen-hood-circuit', 81, 71, '09:30', 60, 3, 'booked'),
  ('section C, overlay or tear-off', 'dana', 'stephen', null, 68, 57, '10:00', 90, 4, 'booked'),
  ('assembly permit for the gym', 'marcus', 'bill', null, 56, 47, '14:30', 60, 5, 'booked'),
  ('VAV trunk that drops', 'theresa', 'margaret', 'vav-boxes', 52, 46, '11:30', 60, 3, 'booked'),
  ('humidifier sizing', 'dana', 'margaret', null, 52, 41, '09:00', 60, 2, 'booked'),
  ('capital plan, nine buildings', 'theresa', 'carmen', null, 49, 38, '10:30', 120, 6, 'booked'),
  ('soft starter settings', 'ray', 'anita', 'soft-starter', 39, 32, '13:30', 60, 4, 'booked'),
  ('bid review for section C', 'dana', 'stephen', 'roof-section-c', 31, 28, '16:00', 30, 2, 'booked'),
  ('cooling tower water', 'theresa', 'margaret', 'tower-fill', 23, 18, '14:00', 60, 3, 'booked'),
  ('egress in the cross-dock', 'ray', 'bill', null, 26, 16, '08:30', 60, 3, 'booked'),
  ('unit ventilators or heat pumps', 'marcus', 'margaret', null, 22, 12, '15:00', 60, 3, 'booked'),
  ('irrigation walk, Central Park', 'theresa', 'owen', null, 17, 11, '09:00', 60, null, 'booked'),
  ('parapet over the art rooms', 'marcus', 'stephen', null, 20, 9, '11:00', 60, null, 'booked'),
  ('coil leak, repair or replace', 'dana', 'margaret', null, 15, 9, '10:00', 60, 2, 'booked'),
  ('clinic accessibility survey', 'dana', 'carmen', null, 16, 8, '13:30', 90, 3, 'booked'),
  ('engine room disconnects', 'ray', 'anita', null, 11, 4, '14:00', 60, null, 'booked'),
  -- These consultations were cancelled.
  ('boiler plant, moved', 'dana', 'margaret', null, 352, 344, '14:00', 60, null, 'cancelled'),
  ('fire pump room', 'theresa', 'bill', null, 128, 120, '10:00', 60, null, 'cancelled'),
  ('arc flash retest', 'marcus', 'anita', null, 61, 52, '09:00', 60, null, 'cancelled'),
  ('freezer roof moisture', 'ray', 'stephen', null, 12, -7, '09:30', 120, null, 'cancelled'),
  ('tower commissioning', 'theresa', 'margaret', 'tower-fill', 10, -15, '10:00', 60, null, 'cancelled'),
  -- These consultations are in the future.
  ('metering one-line', 'theresa', 'anita', 'tenant-metering', 5, -2, '10:00', 60, null, 'booked'),
  ('air handler 4 start-up', 'dana', 'margaret', 'ahu-coil', 4, -3, '10:00', 60, null, 'booked'),
  ('dock canopy details', 'ray', 'owen', null, 4, -4, '09:00', 30, null, 'booked'),
  ('ventilator bids', 'marcus', 'margaret', 'unit-ventilators', 6, -6, '13:30', 60, null, 'booked'),
  ('section C, first day on the roof', 'dana', 'stephen', 'roof-section-c', 8, -9, '07:30', 120, null, 'booked'),
  ('glycol skid controls', 'ray', 'margaret', 'glycol-pump', 3, -10, '15:00', 90, null, 'booked'),
  ('fire drill plan', 'marcus', 'bill', null, 7, -13, '14:00', 60, null, 'booked'),
  ('reserve study', 'theresa', 'carmen', null, 2, -20, '11:00', 90, null, 'booked'),
  ('walk before the state survey', 'dana', 'bill', null, 2, -27, '09:30', 60, null, 'booked')
) as c (name, facility, consultant, job, booked, held, clock, minutes, paid, status);

insert into public.consultations (
  id, job_id, consultant_id, facility_id, fee, scheduled_at, duration_minutes, status, created_at
)
select pg_temp.id('consultation', d.name), pg_temp.id('job', d.job), p.id, pg_temp.user_id(d.facility),
       coalesce(p.consultation_fee, 0), pg_temp.workday(d.held, d.clock), d.minutes, d.status,
       pg_temp.ago(d.booked, d.clock - interval '65 minutes')
from demo_consultations d left join public.profiles p on p.id = pg_temp.user_id(d.consultant)
order by d.booked desc;

insert into public.payments (consultation_id, payer_id, payee_id, amount, status)
select c.id, c.facility_id, c.consultant_id, c.fee, 'void'
from demo_consultations d join public.consultations c on c.id = pg_temp.id('consultation', d.name)
where c.status = 'cancelled' and c.fee > 0;

-- A trigger has created the payment of each booked consultation.
update public.payments p
set id = pg_temp.id('payment', d.name), created_at = c.created_at,
    status = case when d.paid is null then p.status else 'paid' end,
    paid_at = c.ends_at + make_interval(days => d.paid),
    reference = case when d.paid is not null then 'Card ending ' || card.digits end
from demo_consultations d
  join public.consultations c on c.id = pg_temp.id('consultation', d.name)
  join (values ('dana', '4417'), ('marcus', '0932'), ('theresa', '7105'), ('ray', '2286')) as card (holder, digits)
    on card.holder = d.facility
where p.consultation_id = c.id;

-- In the story, the consultant took this call in a car with bad sound, so the fee was refunded.
update public.payments set status = 'refunded', refunded_at = paid_at + interval '6 days'
where consultation_id = pg_temp.id('consultation', 'roof warranty letter');

insert into public.reviews (
  id, consultation_id, consultant_id, facility_id, rating, comment, reviewer_name, created_at
)
select pg_temp.id('review', r.name), c.id, c.consultant_id, c.facility_id, r.rating, r.comment,
       app.name_of(c.facility_id), c.ends_at + make_interval(hours => r.hours)
from (values
  ('or pressure readings', 5, 26, 'Margaret found two stuck dampers from the trend logs before she set foot in the building.'),
  ('roof after hail, Austin Bluffs', 5, 500, 'Stephen marked every bruise on a plan our insurer accepted without a second visit.'),
  ('boiler plant trends', 4, 400, 'Clear priorities. The written summary took a week longer than promised.'),
  ('gym ventilation rates', 5, 25, 'She told us the bearings were the easy part and showed us the outside air damper. Right on both.'),
  ('library leak, second opinion', 4, 23, 'Saved us from replacing a whole section. I would have liked more photographs.'),
  ('Blake Street energy audit', 5, 1300, 'Eleven measures, each with a payback. We have done four and the bill shows it.'),
  ('skylight or curb', 5, 28, 'An hour on the roof with a hose, and the argument between two roofers was over.'),
  ('controls upgrade, two bids', 5, 21, 'Read both proposals line by line and found that one of them left out the school''s third floor.'),
  ('arc flash labels, where to begin', 4, 45, 'Good order of work. Quite technical for a property manager, but Anita answers every question.'),
  ('generator survey binder', 5, 400, 'The surveyor turned three pages and moved on. Worth every dollar.'),
  ('Cherry Creek chilled water', 5, 27, 'Low delta T explained on one sheet of paper. The owner understood it, too.'),
  ('skylight specification', 5, 200, 'Two pages, and all bids came in for the same work.'),
  ('low humidity in surgery', 4, 23, 'Practical advice for the dry weeks. The long-term fix needs more than an hour.'),
  ('evaporator capacity', 5, 48, 'She knows freezers. We stopped pricing a compressor that we do not need.'),
  ('Greeley one-line diagram', 5, 69, 'First correct one-line we have had since the expansion.'),
  ('school roofs, ten-year view', 5, 300, 'The board asked for one more page of Stephen''s charts. That has never happened.'),
  ('night setback at Monument', 3, 500, 'The schedule works, but the building was cold on two Mondays before we found the right start time.'),
  ('freezer B pull-down', 5, 20, 'Six evaporators, twelve tired motors. She saw it in the door-open log.'),
  ('clinic roof ponding', 4, 29, 'Crickets instead of a new roof. Sensible and honest.'),
  ('corridor walls before the survey', 5, 44, 'Bill found 62 open penetrations in two hours and gave each a number and a photograph.'),
  ('chiller test results', 5, 24, 'Eddy current report in plain words: eleven tubes to watch, none to plug.'),
  ('panel replacement order', 4, 26, 'Solid reasoning for each panel. Prices were a little low for downtown.'),
  ('OR air changes', 5, 120, 'We were 20 percent over and paying for it. Fixed by Friday.'),
  ('roof warranty letter', 2, 320, 'The call dropped four times and the letter never came. The fee was returned.'),
  ('demand charges in Greeley', 5, 900, 'Staggering defrost cut our peak by 90 kW. It took her one look at the interval data.'),
  ('accessible entrances', 5, 27, 'Carmen priced every finding, so we could start with the four that matter.'),
  ('VAV trunk that drops', 5, 80, 'One bad terminator, as she guessed. Nine boxes answered the minute it was replaced.'),
  ('section C, overlay or tear-off', 5, 45, 'Core cuts, a moisture map and a straight answer: overlay.'),
  ('assembly permit for the gym', 4, 22, 'Knows the form and the people. Parking at our campus cost him ten minutes of the hour.'),
  ('capital plan, nine buildings', 5, 74, 'A plan that fits on one spreadsheet and survives questions.'),
  ('soft starter settings', 5, 24, 'Ramp, current limit and bypass on one page for the electrician.'),
  ('cooling tower water', 4, 21, 'Good on bleed and float. She sent us on to a water chemist for the rest, which is fair.'),
  ('unit ventilators or heat pumps', 5, 26, 'Margaret ran both options in front of us and let the numbers decide.'),
  ('irrigation walk, Central Park', 5, 25, 'It was one valve. Owen really did not charge for it.'),
  ('coil leak, repair or replace', 5, 28, 'Told us to replace, and what to write in the bid so that the crane is included.')
) as r (name, rating, hours, comment)
  left join public.consultations c on c.id = pg_temp.id('consultation', r.name);
