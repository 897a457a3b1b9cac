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

-- The functions below each take one round trip, and PostgreSQL keeps the plans of their statements.

create or replace function private.record_method(session uuid, method text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), session, now(), now(), method)
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
end
$$;

-- The token and its parent are hashes.
create or replace function private.add_refresh_token(token text, parent text, account uuid, session uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into auth.refresh_tokens
    (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', token, account, false, now(), now(), parent, session);
end
$$;

-- Starts a session and returns the time of its start. The caller must have locked the account. The function remembers the
-- network for each identifier of the account: its email and phone number, or its id. Failed attempts from other networks
-- then cannot lock the owner out on this network.
create or replace function private.start_session(
  session uuid, account uuid, method text, token_hash text, identifiers text[], network text,
  max_days integer, user_agent text, ip inet
) returns timestamptz
language plpgsql set search_path = ''
as $$
begin
  update auth.users u set last_sign_in_at = now() where u.id = account;
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
    values (session, account, now(), now(), 'aal1', now() + make_interval(days => max_days), user_agent, ip);
  perform private.record_method(session, method);
  perform private.add_refresh_token(token_hash, null, account, session);
  insert into private.familiar_networks (account, network)
    select given.identifier, start_session.network from unnest(identifiers) as given (identifier)
    on conflict on constraint familiar_networks_pkey do update set seen_at = now();
  return now();
end
$$;

revoke execute on function
  private.record_method(uuid, text), private.add_refresh_token(text, text, uuid, uuid),
  private.start_session(uuid, uuid, text, text, text[], text, integer, text, inet)
  from public;
