set local row_security = off;

insert into private.settings (name, value) values
  ('limit_job_photos', '60/3600'),
  ('limit_reviews', '20/3600');

-- The limits read a user's newest rows.
drop index public.job_photos_owner_id_idx;
create index job_photos_owner_id_idx on public.job_photos (owner_id, created_at);
drop index public.reviews_facility_id_idx;
create index reviews_facility_id_idx on public.reviews (facility_id, created_at);
