-- Each row below is a bid: job, contractor, amount, hours after the job was posted, and status.

create temp table demo_bids on commit drop as
select * from (values
  ('or-panel-breakers', 'luis', 3950, 25, 'pending'), ('or-panel-breakers', 'elena', 4600, 51, 'pending'),
  ('gym-rtu-bearings', 'kelly', 2640, 20, 'pending'), ('gym-rtu-bearings', 'elena', 3050, 45, 'pending'),
  ('clinic-ceiling-tiles', 'elena', 1750, 27, 'pending'),
  ('monument-roof-leak', 'hank', 5980, 3, 'pending'), ('monument-roof-leak', 'elena', 7200, 30, 'pending'),
  ('lobby-led', 'luis', 10800, 50, 'pending'), ('lobby-led', 'elena', 12400, 72, 'pending'),
  ('restroom-flush-valves', 'priya', 3150, 19, 'pending'), ('restroom-flush-valves', 'kelly', 3600, 43, 'pending'),
  ('trash-chute', 'elena', 2050, 28, 'pending'),
  ('boiler-tune', 'kelly', 3480, 26, 'pending'),
  ('cottonwood-pruning', 'josh', 4550, 5, 'pending'),
  ('generator-load-bank', 'luis', 4900, 24, 'pending'), ('generator-load-bank', 'kelly', 5600, 31, 'withdrawn'),
  ('sewer-camera', 'priya', 1450, 18, 'pending'),
  ('skylight-curb', 'hank', 8600, 29, 'pending'), ('skylight-curb', 'elena', 9400, 53, 'pending'),
  ('classroom-doors', 'elena', 5300, 21, 'pending'),
  ('dock-levelers', 'elena', 7100, 26, 'pending'), ('dock-levelers', 'josh', 7900, 49, 'withdrawn'),
  ('engine-room-fans', 'kelly', 6650, 30, 'pending'),
  ('eyewash-stations', 'priya', 2550, 4, 'pending'), ('eyewash-stations', 'kelly', 2900, 28, 'pending'),
  ('parking-lot-lights', 'luis', 9350, 43, 'pending'), ('parking-lot-lights', 'elena', 10200, 68, 'pending'),
  ('storefront-glass', 'elena', 3700, 6, 'pending'),
  ('mixing-valves', 'priya', 4150, 17, 'pending'), ('mixing-valves', 'kelly', 4500, 41, 'pending'),
  ('fountain-fence', 'josh', 3500, 22, 'pending'), ('fountain-fence', 'elena', 3950, 47, 'pending'),
  ('dock-heater-circuits', 'luis', 4100, 32, 'pending'),
  ('chiller-tubes', 'kelly', 12250, 27, 'pending'), ('chiller-tubes', 'luis', 13900, 55, 'withdrawn'),
  ('clinic-roof-drains', 'hank', 3050, 21, 'pending'), ('clinic-roof-drains', 'priya', 3150, 44, 'pending'),
  ('evaporator-coils', 'tom', 9100, 5, 'pending'), ('evaporator-coils', 'kelly', 9900, 31, 'pending'),
  ('science-lab-gas', 'priya', 4950, 20, 'pending'), ('science-lab-gas', 'kelly', 5400, 46, 'pending'),
  ('suite-400-repaint', 'elena', 5900, 23, 'pending'),
  ('parking-restripe', 'josh', 3650, 28, 'pending'),
  ('med-gas-alarm', 'kelly', 3650, 24, 'pending'), ('med-gas-alarm', 'luis', 4200, 31, 'pending'),
  ('retention-pond', 'josh', 5150, 26, 'pending'),
  ('kitchen-hood-circuit', 'luis', 2450, 20, 'pending'), ('kitchen-hood-circuit', 'elena', 2800, 44, 'pending'),
  ('blast-freezer-door', 'elena', 4500, 27, 'pending'), ('blast-freezer-door', 'tom', 5200, 50, 'pending'),
  ('temp-chiller', 'kelly', 15900, 17, 'pending'), ('temp-chiller', 'tom', 16200, 19, 'pending'),
  ('clinic-water-heater', 'priya', 6500, 3, 'pending'), ('clinic-water-heater', 'kelly', 6750, 26, 'pending'),
  ('roof-walkway-pads', 'hank', 3900, 45, 'pending'),
  ('vav-boxes', 'kelly', 7450, 28, 'pending'), ('vav-boxes', 'tom', 8100, 52, 'pending'),
  ('sidewalk-heave', 'josh', 3150, 19, 'pending'), ('sidewalk-heave', 'elena', 3400, 43, 'pending'),
  ('stairwell-handrails', 'elena', 4100, 24, 'pending'), ('stairwell-handrails', 'josh', 4600, 30, 'pending'),
  ('soft-starter', 'luis', 8400, 31, 'pending'),
  ('front-counter', 'elena', 2750, 22, 'pending'),
  ('roof-section-c', 'hank', 27200, 52, 'pending'), ('roof-section-c', 'elena', 31000, 76, 'pending'),
  ('steam-humidifier', 'kelly', 5600, 24, 'pending'), ('steam-humidifier', 'tom', 6150, 29, 'pending'),
  ('or-lighting', 'luis', 13900, 30, 'pending'), ('or-lighting', 'elena', 15200, 55, 'pending'),
  ('tower-fill', 'kelly', 9900, 25, 'pending'), ('tower-fill', 'tom', 10100, 49, 'pending'),
  ('restroom-refit', 'priya', 17600, 42, 'pending'), ('restroom-refit', 'kelly', 18900, 47, 'pending'),
  ('restroom-refit', 'elena', 19800, 68, 'pending'),
  ('exit-signs', 'luis', 1650, 26, 'pending'),
  ('playground-drainage', 'josh', 6300, 19, 'pending'), ('playground-drainage', 'elena', 7400, 44, 'pending'),
  ('portable-classroom', 'luis', 5950, 18, 'pending'),
  ('floor-drain', 'priya', 2300, 5, 'pending'),
  ('nurse-station-outlets', 'luis', 2950, 3, 'pending'), ('nurse-station-outlets', 'elena', 3300, 27, 'pending'),
  ('key-cabinets', 'luis', 2050, 30, 'withdrawn'),
  ('glycol-pump', 'tom', 6900, 2, 'pending'), ('glycol-pump', 'kelly', 7350, 26, 'pending'),
  ('unit-ventilators', 'kelly', 15100, 29, 'pending'), ('unit-ventilators', 'tom', 15600, 54, 'pending'),
  ('unit-ventilators', 'elena', 16900, 31, 'withdrawn'),
  ('fire-stopping', 'elena', 4950, 24, 'pending'), ('fire-stopping', 'josh', 5200, 46, 'withdrawn'),
  ('bus-loop-gate', 'luis', 4700, 20, 'pending'), ('bus-loop-gate', 'elena', 5100, 43, 'pending'),
  ('gym-floor', 'elena', 8400, 28, 'pending'),
  ('panel-schedule', 'luis', 6300, 24, 'withdrawn'), ('panel-schedule', 'luis', 5950, 75, 'pending'),
  ('panel-schedule', 'elena', 6350, 50, 'pending'), ('panel-schedule', 'kelly', 7100, 77, 'pending'),
  ('dock-canopy', 'hank', 7350, 27, 'pending'), ('dock-canopy', 'elena', 7900, 51, 'pending'),
  ('ahu-coil', 'kelly', 8850, 28, 'pending'), ('ahu-coil', 'tom', 9050, 53, 'pending'),
  ('tenant-metering', 'luis', 11700, 20, 'pending'), ('tenant-metering', 'elena', 12900, 68, 'pending'),
  ('parapet-flashing', 'hank', 5150, 49, 'pending'),
  ('emergency-shower', 'priya', 3700, 26, 'pending'), ('emergency-shower', 'kelly', 3850, 32, 'pending'),
  ('irrigation-controller', 'josh', 4400, 23, 'pending'),
  ('window-seals', 'elena', 3350, 26, 'pending')
) as b (job, contractor, amount, hours, status);

create function pg_temp.bid_id(job text, contractor text, hours integer) returns uuid
language sql immutable set search_path = ''
as $$
  select pg_temp.id('bid', job || ':' || contractor || ':' || hours)
$$;

insert into public.bids (id, job_id, contractor_id, amount, status, created_at)
select pg_temp.bid_id(b.job, b.contractor, b.hours), j.id, pg_temp.user_id(b.contractor), b.amount, b.status,
       j.created_at + make_interval(hours => b.hours)
from demo_bids b left join public.jobs j on j.id = pg_temp.id('job', b.job)
order by j.created_at, b.hours;

-- Each row is an award: job, contractor, days since the acceptance, the finish and the payment, and the payment's
-- reference. Null means that the step has not happened yet.
create temp table demo_awards on commit drop as
select * from (values
  ('or-panel-breakers', 'luis', 399, 393, 381, 'ACH 20418'),
  ('gym-rtu-bearings', 'kelly', 387, 380, 366, 'PPCS check 5512'),
  ('clinic-ceiling-tiles', 'elena', 374, 367, 356, 'ACH 20497'),
  ('monument-roof-leak', 'hank', 362, 350, 337, 'PPCS check 5560'),
  ('lobby-led', 'luis', 347, 324, 309, 'Larimer Crossing ACH 7731'),
  ('restroom-flush-valves', 'priya', 340, 333, 319, 'PPCS check 5604'),
  ('trash-chute', 'elena', 328, 320, 304, 'Larimer Crossing ACH 7768'),
  ('boiler-tune', 'kelly', 319, 311, 300, 'ACH 20733'),
  ('cottonwood-pruning', 'josh', 291, 281, 268, 'PPCS check 5719'),
  ('generator-load-bank', 'luis', 280, 270, 257, 'ACH 20902'),
  ('sewer-camera', 'priya', 273, 268, 253, 'Larimer Crossing ACH 7902'),
  ('skylight-curb', 'hank', 258, 239, 224, 'Larimer Crossing ACH 7955'),
  ('classroom-doors', 'elena', 248, 232, 218, 'PPCS check 5833'),
  ('dock-levelers', 'elena', 228, 217, 203, 'PVCS wire 0118'),
  ('engine-room-fans', 'kelly', 220, 205, 190, 'PVCS wire 0126'),
  ('eyewash-stations', 'priya', 213, 204, 193, 'ACH 21240'),
  ('parking-lot-lights', 'luis', 198, 180, 166, 'PPCS check 5960'),
  ('storefront-glass', 'elena', 193, 176, 161, 'Larimer Crossing ACH 8107'),
  ('mixing-valves', 'priya', 179, 170, 158, 'ACH 21395'),
  ('fountain-fence', 'josh', 170, 162, 149, 'PPCS check 6011'),
  ('dock-heater-circuits', 'luis', 162, 151, 136, 'PVCS wire 0163'),
  ('chiller-tubes', 'kelly', 154, 139, 123, 'Larimer Crossing ACH 8216'),
  ('clinic-roof-drains', 'hank', 143, 133, 121, 'ACH 21580'),
  ('evaporator-coils', 'tom', 123, 112, 98, 'PVCS wire 0197'),
  ('science-lab-gas', 'priya', 115, 101, 88, 'PPCS check 6144'),
  ('suite-400-repaint', 'elena', 106, 96, 80, 'Larimer Crossing ACH 8341'),
  ('med-gas-alarm', 'kelly', 95, 85, 73, 'ACH 21766'),
  ('retention-pond', 'josh', 86, 75, 60, 'Larimer Crossing ACH 8390'),
  ('kitchen-hood-circuit', 'luis', 79, 68, 54, 'PPCS check 6203'),
  ('blast-freezer-door', 'elena', 70, 61, 47, 'PVCS wire 0231'),
  ('clinic-water-heater', 'priya', 63, 58, 45, 'ACH 21902'),
  ('roof-walkway-pads', 'hank', 56, 46, 33, 'PPCS check 6249'),
  ('vav-boxes', 'kelly', 49, 36, 21, 'Larimer Crossing ACH 8477'),
  ('sidewalk-heave', 'josh', 43, 35, 24, 'ACH 21958'),
  ('stairwell-handrails', 'elena', 41, null, null, null),
  ('soft-starter', 'luis', 37, 28, 14, 'PVCS wire 0249'),
  ('front-counter', 'elena', 31, 20, 10, 'PPCS check 6290'),
  ('roof-section-c', 'hank', 27, null, null, null),
  ('steam-humidifier', 'kelly', 26, 15, 4, 'ACH 22031'),
  ('or-lighting', 'luis', 22, null, null, null),
  ('tower-fill', 'kelly', 20, 8, null, null),
  ('restroom-refit', 'priya', 17, null, null, null),
  ('exit-signs', 'luis', 18, 6, 2, 'PPCS check 6318'),
  ('playground-drainage', 'josh', 15, null, null, null),
  ('floor-drain', 'priya', 15, 5, null, null),
  ('nurse-station-outlets', 'luis', 13, 3, null, null),
  ('glycol-pump', 'tom', 11, null, null, null),
  ('fire-stopping', 'elena', 9, null, null, null),
  ('bus-loop-gate', 'luis', 7, null, null, null)
) as a (job, contractor, awarded, finished, paid, reference);

-- The update below sets the times of these awards.
select public.accept_and_reject_bids(b.id, b.job_id)
from demo_awards a
  left join public.bids b
    on b.job_id = pg_temp.id('job', a.job) and b.contractor_id = pg_temp.user_id(a.contractor) and b.status = 'pending';

update public.jobs j set awarded_at = pg_temp.ago(a.awarded, '13:20')
from demo_awards a where j.id = pg_temp.id('job', a.job);

-- In the story, Elena could not get the steel, and Josh bid again with a better price.
update public.jobs set awarded_at = null, awarded_contractor_id = null
where id = pg_temp.id('job', 'stairwell-handrails');
update public.bids set status = 'rejected'
where job_id = pg_temp.id('job', 'stairwell-handrails') and status = 'accepted';
insert into public.bids (id, job_id, contractor_id, amount, created_at)
values (
  pg_temp.id('bid', 'stairwell-handrails again'), pg_temp.id('job', 'stairwell-handrails'), pg_temp.user_id('josh'),
  4250, pg_temp.ago(11, '09:40')
);

-- These jobs were deleted before they were awarded.
update public.jobs set is_deleted = true
where id in (
  select pg_temp.id('job', name)
  from unnest(array['lobby-mural', 'parking-restripe', 'temp-chiller', 'portable-classroom']) as name
);

-- Finishing a job creates its payment.
update public.jobs j set status = 'finished'
from demo_awards a where j.id = pg_temp.id('job', a.job) and a.finished is not null;
update public.jobs j set finished_at = pg_temp.ago(a.finished, '16:45')
from demo_awards a where j.id = pg_temp.id('job', a.job) and a.finished is not null;

update public.payments p
set id = pg_temp.id('payment', a.job), created_at = pg_temp.ago(a.finished, '16:45'),
    status = case when a.paid is null then 'pending' else 'paid' end,
    paid_at = pg_temp.ago(a.paid, '10:05'), reference = a.reference
from demo_awards a where p.job_id = pg_temp.id('job', a.job);

-- In the story, the facility could not open the video of the sewer, so the payment was refunded.
update public.payments set status = 'refunded', refunded_at = pg_temp.ago(246, '15:30')
where job_id = pg_temp.id('job', 'sewer-camera');
