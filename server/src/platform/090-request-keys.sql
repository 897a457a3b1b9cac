-- Gives a request with an Idempotency-Key only one effect within a day. Repeated requests get the stored response. It
-- is called as authenticator before the request switches to its role, and again afterwards.
create or replace function private.claim_request(owner text, key text, request_hash bytea)
returns table (is_same boolean, status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
begin
  -- A job deletes the other expired keys.
  delete from private.request_keys k
  where k.owner = claim_request.owner and k.key = claim_request.key
    and k.created_at < now() - interval '24 hours';
  -- Waits for a request with the same key that is still running.
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
