-- Reserves an Idempotency-Key for a request, so that the request has only one effect within a day. A repeated request
-- gets the stored response.
create or replace function private.claim_request(owner text, key text, request_hash bytea)
returns table (is_same boolean, status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
begin
  -- The server regularly deletes all other expired keys.
  delete from private.request_keys k
  where k.owner = claim_request.owner and k.key = claim_request.key
    and k.created_at < now() - interval '24 hours';
  -- If a request with the same key is still running, the insert waits for its end.
  insert into private.request_keys (owner, key, request_hash)
  values (claim_request.owner, claim_request.key, claim_request.request_hash)
  on conflict do nothing;
  if not found then
    return query
    select k.request_hash = claim_request.request_hash, k.status, k.headers, encode(k.body, 'base64')
    from private.request_keys k
    where k.owner = claim_request.owner and k.key = claim_request.key;
  end if;
end
$$;

create or replace function private.keep_answer(
  owner text, key text, status integer, headers jsonb, body bytea
) returns void
language sql security definer set search_path = ''
as $$
  update private.request_keys k
  set status = keep_answer.status, headers = keep_answer.headers, body = keep_answer.body
  where k.owner = keep_answer.owner and k.key = keep_answer.key
$$;

revoke execute on function
  private.claim_request(text, text, bytea),
  private.keep_answer(text, text, integer, jsonb, bytea)
from public;
grant usage on schema private to authenticator;
grant execute on function
  private.claim_request(text, text, bytea),
  private.keep_answer(text, text, integer, jsonb, bytea)
to authenticator;
