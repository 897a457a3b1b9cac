-- The roles that requests run as. The role authenticator only logs in and has no rights of its own. It may switch to
-- one of the three other roles, so a request that has not switched yet can read nothing.
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

-- authenticator may switch to each of these roles. The owner must be able to switch too, which needs a grant unless the
-- owner is a superuser.
do $$
declare
  role name;
  member name;
  -- Since PostgreSQL 16 the creator of a role is a member of it, but may not switch to it without a grant.
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
