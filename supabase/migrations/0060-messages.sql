set local row_security = off;

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  job_id uuid references public.jobs on delete restrict,
  consultation_id uuid references public.consultations on delete restrict,
  facility_id uuid not null references public.profiles on delete restrict,
  -- The contractor who bid on the job, or the consultant who was booked.
  partner_id uuid not null references public.profiles on delete restrict,
  seq bigint not null default 0,
  last_content text check (length(last_content) <= 4000),
  last_sender_name text check (length(last_sender_name) <= 200),
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  constraint conversations_two_people check (facility_id <> partner_id),
  constraint conversations_subject check (num_nonnulls(job_id, consultation_id) = 1),
  constraint conversations_one_for_job unique (job_id, partner_id),
  constraint conversations_one_for_consultation unique (consultation_id)
);

create index conversations_facility_id_idx
  on public.conversations (facility_id, coalesce(last_message_at, created_at) desc);
create index conversations_partner_id_idx
  on public.conversations (partner_id, coalesce(last_message_at, created_at) desc);

alter table public.conversations enable row level security, force row level security;

comment on table public.conversations is
  'Conversations of two users about a job or a consultation. A bid or a booking opens one, and triggers update it. Only '
  'its two users see it, and no client writes it.';

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete restrict,
  seq bigint not null,
  job_id uuid references public.jobs on delete restrict,
  consultation_id uuid references public.consultations on delete restrict,
  sender_id uuid not null references public.profiles on delete restrict,
  recipient_id uuid not null references public.profiles on delete restrict,
  sender_name text not null check (length(sender_name) <= 200),
  content text not null check (length(content) between 1 and 4000),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint messages_subject check (num_nonnulls(job_id, consultation_id) = 1),
  constraint messages_order unique (conversation_id, seq),
  constraint messages_once unique (sender_id, client_id)
);

create index messages_job_id_idx on public.messages (job_id, created_at);
create index messages_consultation_id_idx on public.messages (consultation_id, created_at);
create index messages_sender_id_idx on public.messages (sender_id, created_at);
create index messages_recipient_id_idx on public.messages (recipient_id, created_at);
create index messages_unread_idx on public.messages (recipient_id, conversation_id) where not read;

alter table public.messages enable row level security, force row level security;

comment on table public.messages is
  'Messages, numbered within their conversation. Triggers set sender, name, time and number. Only read can be updated, '
  'and only by the recipient. Nothing is deleted.';
