-- Returns whether a provider's account with the same email is linked automatically. For an admin, an email that Google
-- or GitHub confirmed is not enough proof.
create function private.links_automatically(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.profiles p where p.id = account and p.role = 'admin')
$$;
comment on function private.links_automatically(uuid) is
  'Whether an account at a provider is linked automatically because the emails match. False for admins. The server '
  'calls it.';
