-- Reserves an Idempotency-Key, so that a request has only one effect within a day.
create or replace function private.claim_request(owner text, key text, request_hash bytea)
returns table (is_same boolean, status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
declare
  max_keys constant integer := 10000;
  key_count integer;
begin
  -- Deletes this key if it has expired.
  delete from private.request_keys k
  where k.owner = claim_request.owner and k.key = claim_request.key
    and k.created_at < now() - interval '24 hours';
  -- If a request with the same key is still running, this insert waits until that request ends.
  insert into private.request_keys (owner, key, request_hash)
  values (claim_request.owner, claim_request.key, claim_request.request_hash)
  on conflict do nothing;
  if not found then
    return query
    select k.request_hash = claim_request.request_hash, k.status, k.headers, encode(k.body, 'base64')
    from private.request_keys k
    where k.owner = claim_request.owner and k.key = claim_request.key;
    return;
  end if;
  insert into private.request_key_usage as usage (owner, keys)
  values (claim_request.owner, 1)
  on conflict on constraint request_key_usage_pkey do update set keys = usage.keys + 1
  returning usage.keys into key_count;
  if key_count > max_keys then
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'too_many_idempotency_keys',
        'message', 'You have used too many Idempotency-Keys today.',
        'details', null,
        'hint', 'Send the request without a key, or try again tomorrow.'
      )::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', '3600'))::text;
  end if;
end
$$;

-- Drops a function that only an older release had.
drop function if exists private.keep_answer(text, text, integer, jsonb, bytea);

-- Leaves out the body if the user's stored responses of this day take too much space.
create or replace function private.store_response(
  owner text, key text, status integer, headers jsonb, body bytea
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  max_bytes constant bigint := 2 * 1024 * 1024;
  new_bytes bigint := length(key) + length(headers::text) + coalesce(length(body), 0);
  kept_bytes bigint;
begin
  update private.request_key_usage as usage
  set bytes = usage.bytes + new_bytes
  where usage.owner = store_response.owner and usage.day = current_date and usage.bytes + new_bytes <= max_bytes
  returning usage.bytes into kept_bytes;
  update private.request_keys k
  set status = store_response.status, headers = store_response.headers,
    body = case when kept_bytes is not null then store_response.body end
  where k.owner = store_response.owner and k.key = store_response.key;
end
$$;

revoke execute on function
  private.claim_request(text, text, bytea),
  private.store_response(text, text, integer, jsonb, bytea)
from public;
grant usage on schema private to authenticator;
grant execute on function
  private.claim_request(text, text, bytea),
  private.store_response(text, text, integer, jsonb, bytea)
to authenticator;
