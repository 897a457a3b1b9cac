set local row_security = off;

-- A consultant with an empty profile is not listed and cannot be booked. This column is the only definition of "empty".
-- Other users are always filled, so that their changes do not change who sees their profile.
-- See docs/decisions/0045-empty-consultant-profiles.md.
alter table public.profiles add column is_filled boolean not null generated always as (
  role is distinct from 'consultant' or coalesce(headline, '') <> '' or coalesce(bio, '') <> '' or cardinality(services) > 0
) stored;
comment on column public.profiles.is_filled is 'False for a consultant without a headline, a bio and a service.';
