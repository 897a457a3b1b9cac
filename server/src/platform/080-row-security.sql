-- Row security is on for all tables of the platform, even for their owner, so that no table is readable by mistake.
-- ALTER TABLE runs only if necessary, because its lock would block a running server.
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
