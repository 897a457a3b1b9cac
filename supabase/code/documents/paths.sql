-- Parses a path of the form {owner}/{kind}/{name}.{extension}.
create function app.parse_file_path(bucket text, path text)
returns table (owner uuid, kind text, max_bytes bigint, types text[], max_side_pixels integer)
language sql immutable set search_path = ''
as $$
  -- The pattern keeps the cast from failing if PostgreSQL evaluates the cast before it checks the whole path.
  select
    substring(path from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=/)')::uuid,
    k.kind, k.max_bytes, k.types, k.max_side_pixels
  from (
    values
      ('user-files', 'picture', 10485760::bigint,
        array['image/png', 'image/jpeg', 'image/webp', 'image/gif'], 1024),
      ('documents', 'resume', 20971520, array['application/pdf'], null),
      ('documents', 'certification', 20971520,
        array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'], null),
      ('documents', 'job-photo', 10485760,
        array['image/png', 'image/jpeg', 'image/webp', 'image/gif'], 2048)
  ) as k(bucket, kind, max_bytes, types, max_side_pixels)
  where k.bucket = parse_file_path.bucket
    and path ~ ('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' || k.kind || '/[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,5}$')
$$;
grant execute on function app.parse_file_path(text, text) to authenticated, service_role;
