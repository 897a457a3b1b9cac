set local row_security = off;

-- A consultant with an empty profile is not listed and cannot be booked. This column is the only definition of "empty".
-- See docs/decisions/0045-empty-consultant-profiles.md.
alter table public.profiles add column is_filled boolean not null generated always as (
  coalesce(headline, '') <> '' or coalesce(bio, '') <> '' or cardinality(services) > 0
) stored;
comment on column public.profiles.is_filled is 'Whether the profile has a headline, a bio or a service.';
