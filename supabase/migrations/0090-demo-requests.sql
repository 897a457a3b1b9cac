set local row_security = off;

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  full_name text not null check (length(full_name) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  company text not null check (length(company) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  handled boolean not null default false,
  created_at timestamptz not null default now()
);

create index demo_requests_created_at_idx on public.demo_requests (created_at desc);

alter table public.demo_requests enable row level security, force row level security;

comment on table public.demo_requests is
  'Requests of visitors for a demo. submit_demo_request creates them; admins read them and set handled.';
