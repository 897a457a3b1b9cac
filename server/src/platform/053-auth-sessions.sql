-- Refuses a request whose session has ended. Every request calls this function in its first statement.
create or replace function auth.assert_session(session_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if session_id is not null and not exists (
    select
    from auth.sessions s
    where s.id = assert_session.session_id
      and (s.not_after is null or s.not_after > now())
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
