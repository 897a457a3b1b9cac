-- With this view the first statement of a request finds its session without calling a function. Replacing a view locks
-- it, so the view is replaced only if its definition has changed. The comment on the view is its definition.
do $$
declare
  definition constant text := 'select id from auth.sessions where not_after is null or not_after > now()';
begin
  if definition is distinct from obj_description(to_regclass('private.current_sessions'), 'pg_class') then
    execute 'create or replace view private.current_sessions as ' || definition;
    execute format('comment on view private.current_sessions is %L', definition);
  end if;
end
$$;
grant usage on schema private to authenticator;
grant select on private.current_sessions to authenticator;

-- Refuses a request whose session has ended. A token without a session passes.
create or replace function auth.assert_session(session_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if session_id is not null and not exists (
    select from private.current_sessions s where s.id = assert_session.session_id
  ) then
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'session_not_found',
        'message', 'Your session has ended. Log in again.',
        'details', null,
        'hint', null
      )::text,
      detail = json_build_object('status', 401, 'headers', json_build_object())::text;
  end if;
end
$$;

revoke execute on function auth.assert_session(uuid) from public;
grant execute on function auth.assert_session(uuid)
  to authenticator, anon, authenticated, service_role;
