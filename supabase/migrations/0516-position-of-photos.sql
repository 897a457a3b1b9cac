set local row_security = off;

-- Photos that one statement adds have the same created_at, so their order needs a column of its own.
alter table public.job_photos add column position integer not null default 1 check (position > 0);
update public.job_photos photo set position = numbered.number
  from (
    select id, row_number() over (partition by job_id order by created_at, id) as number from public.job_photos
  ) as numbered
  where numbered.id = photo.id;

comment on column public.job_photos.position is
  'The place of the photo among those of its job, in the order in which they were added. Deleting a photo leaves a gap.';

drop index public.job_photos_job_id_idx;
create index job_photos_job_id_idx on public.job_photos (job_id, position);
