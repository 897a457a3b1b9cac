set local row_security = off;

-- Policies tell an owner by the column. Until now the server's own key could store without saying whose it is.
update storage.objects set owner = path_tokens[1]::uuid, owner_id = path_tokens[1]
  where bucket_id in ('user-files', 'documents')
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
    and owner_id is distinct from path_tokens[1];
