set local row_security = off;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  consultation_id uuid not null unique references public.consultations on delete restrict,
  consultant_id uuid not null references public.profiles on delete restrict,
  facility_id uuid not null references public.profiles on delete restrict,
  rating integer not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  reviewer_name text check (length(reviewer_name) <= 200),
  created_at timestamptz not null default now()
);

create index reviews_consultant_id_idx on public.reviews (consultant_id, created_at desc) include (rating);
create index reviews_facility_id_idx on public.reviews (facility_id);

alter table public.reviews enable row level security, force row level security;

comment on table public.reviews is
  'Reviews of consultations by their facility, at most one each. Update and delete are not granted: an admin can remove '
  'a review, with a reason.';
