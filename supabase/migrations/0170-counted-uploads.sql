set local row_security = off;

-- It counted the uploads of an hour, which are counted in private.address_limits now.
drop index if exists storage.objects_owner_created_at_idx;
