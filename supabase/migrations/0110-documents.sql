set local row_security = off;

-- Pictures are for everybody who knows the address; the rest is shown through signed addresses.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('user-files', 'user-files', true, 10485760,
    array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('documents', 'documents', false, 20971520,
    array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

create index objects_owner_created_at_idx on storage.objects (owner_id, created_at);
