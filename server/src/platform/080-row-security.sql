-- No table of the platform is readable by being forgotten: row security binds the owner too, and what
-- a request may see has to be granted by a policy. Only tables that lack it are touched, because
-- the change takes a lock that a running server would feel.
do $$
declare
  exposed regclass;
begin
  for exposed in
    select c.oid
    from pg_class c
    where c.relnamespace in (
        'auth'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace, 'private'::regnamespace
      )
      and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity)
  loop
    execute format('alter table %s enable row level security, force row level security', exposed);
  end loop;
end
$$;
