-- Creates the database roles for requests. `authenticator` has no rights on tables, so a request can read nothing
-- before the switch to another role.
do $$
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
  end if;
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
  end if;
  if to_regrole('service_role') is null then
    create role service_role nologin noinherit bypassrls;
  end if;
  if to_regrole('authenticator') is null then
    create role authenticator login noinherit;
  end if;
end
$$;

-- `authenticator` and the owner of the database must be able to switch to the other three roles.
do $$
declare
  role name;
  member name;
  -- From PostgreSQL 16 on, the creator of a role is a member, but needs a grant to switch to the role.
  becoming text := case when current_setting('server_version_num')::integer < 160000
    then 'member' else 'set' end;
begin
  foreach role in array array['anon', 'authenticated', 'service_role'] loop
    foreach member in array array['authenticator', current_user] loop
      if not pg_has_role(member, role, becoming) then
        execute format('grant %I to %I', role, member);
      end if;
    end loop;
  end loop;
end
$$;
