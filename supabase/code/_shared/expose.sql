-- Creates a function in `public` that only calls the security definer function in `app` with the same name. `signature`
-- has the parameter names and defaults for clients.
create function app.expose(signature text, description text, roles text default 'authenticated, service_role')
returns void
language plpgsql set search_path = ''
as $$
declare
  name constant text := split_part(signature, '(', 1);
  definer pg_catalog.pg_proc;
  exposed text;
  call text;
begin
  -- The cast to regproc fails if the definer does not exist yet.
  select * into definer from pg_catalog.pg_proc p where p.oid = ('app.' || name)::regproc;
  select format('app.%I(%s)', name, string_agg('$' || n, ', ' order by n)) into call
    from generate_series(1, definer.pronargs) as n;
  execute format(
    'create function public.%s returns %s language sql %s set search_path = '''' as %L',
    signature, pg_catalog.pg_get_function_result(definer.oid),
    case definer.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end,
    case when definer.proretset then 'select * from ' else 'select ' end || call
  );
  exposed := ('public.' || name)::regproc::oid::regprocedure::text;
  if (select p.proargtypes from pg_catalog.pg_proc p where p.oid = exposed::regprocedure)
    is distinct from definer.proargtypes
  then
    raise exception 'The parameters of % differ from those of %.', exposed, definer.oid::regprocedure;
  end if;
  execute format('comment on function %s is %L', exposed, description);
  execute format('grant execute on function %s, %s to %s', exposed, definer.oid::regprocedure, roles);
end
$$;
