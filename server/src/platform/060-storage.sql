-- storage.objects has one row for each file, and the file store has the bytes.

create table if not exists storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null unique check (length(name) between 1 and 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets on delete restrict,
  name text check (length(name) between 1 and 1024),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
-- The second index finds the objects whose names start with a folder.
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create unique index if not exists objects_bucket_id_name_idx
  on storage.objects (bucket_id, name collate "C");
create index if not exists objects_owner_id_idx on storage.objects (owner_id);

create or replace function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select parts[1 : array_length(parts, 1) - 1]
  from string_to_array(name, '/') as parts
$$;

create or replace function storage.filename(name text) returns text
language sql immutable set search_path = ''
as $$
  select parts[array_length(parts, 1)]
  from string_to_array(name, '/') as parts
$$;

create or replace function storage.extension(name text) returns text
language sql immutable set search_path = ''
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

revoke execute on function storage.foldername(text), storage.filename(text), storage.extension(text) from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;
