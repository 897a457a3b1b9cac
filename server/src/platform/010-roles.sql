-- The roles that requests run as. authenticator only logs in and has no rights of its own. It may become one of the three
-- other roles, so a request that has not set its role can read nothing.
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

-- authenticator may become each of these roles. The owner must be able to do so too, which needs a grant unless it is a
-- superuser.
do $$
declare
  role name;
  member name;
  -- Since version 16 the creator of a role is its member, but may not become it without a grant.
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
