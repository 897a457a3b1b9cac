set local row_security = off;

-- Pictures are public for everybody who has the address. Documents are shown by signed links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('user-files', 'user-files', true, 10485760,
    array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('documents', 'documents', false, 20971520,
    array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

-- The function by which the gateway learns what the path of a file means.
insert into private.settings (name, value) values ('file_rules', 'app.read_path')
on conflict do nothing;
