set local row_security = off;

-- The jobs of a category are now counted for each day on which they were posted.
delete from private.counter_changes where metric = 'jobs_by_category';
delete from private.counters where metric = 'jobs_by_category';
insert into private.counters (metric, bucket, day, value)
  select 'jobs_by_category', j.category, (j.created_at at time zone zone.name)::date, count(*)
  from public.jobs j,
       (
         select coalesce((select value from private.settings where name = 'time_zone'), 'America/Denver') as name
       ) as zone
  where not j.is_deleted
  group by 2, 3;
