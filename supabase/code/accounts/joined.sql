-- Whether an account is joined to who a provider says has its address. An admin links it by hand, or comes through a
-- company that the operator named: what Google or GitHub know of an address is not enough for the rights of an admin.
create function private.joins_by_itself(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.profiles p where p.id = account and p.role = 'admin')
$$;
comment on function private.joins_by_itself(uuid) is
  'False for admins: a provider that vouches for their address does not get into their account by that alone. The server asks.';
