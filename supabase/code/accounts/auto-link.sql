-- Returns whether a provider account is linked automatically to the account with the same email. Admins link theirs by
-- hand, or sign in with an SSO provider that the operator configured. An admin's rights need more than an email that
-- Google or GitHub confirmed.
create function private.links_automatically(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.profiles p where p.id = account and p.role = 'admin')
$$;
comment on function private.links_automatically(uuid) is
  'Whether an account at a provider is linked automatically because the emails match. False for admins. The server '
  'calls it.';
