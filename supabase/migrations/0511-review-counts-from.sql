set local row_security = off;

alter table public.reviews add column counts_from timestamptz;
update public.reviews set counts_from = created_at;

comment on column public.reviews.counts_from is
  'The review counts toward the average rating from this time. Null if it never counts, because another review of the '
  'same facility counted in the 30 days before.';

drop index public.reviews_consultant_id_idx;
create index reviews_consultant_id_idx on public.reviews (consultant_id, created_at desc)
  include (rating, counts_from);
