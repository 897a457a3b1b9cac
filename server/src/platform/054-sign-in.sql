-- Creates tables and limits for sign-in that Supabase does not have.

-- private.count_attempt enforces these limits, in the form "count/seconds", for all servers together.
insert into private.settings (name, value) values
  ('limit_sign_in_account', '10/300'),
  ('limit_sign_in_address', '100/300'),
  ('limit_sign_in_familiar', '500/300'),
  ('limit_sign_in_first', '100/300'),
  ('limit_sign_in_success', '600/60'),
  ('limit_code_account', '10/300'),
  ('limit_refresh_session', '120/60'),
  ('limit_anonymous_address', '30/3600'),
  ('limit_mail_account', '1/60'),
  ('limit_mail_address', '30/3600')
on conflict do nothing;

-- The link and the code of an account email stop working when one of them is used.
alter table auth.one_time_tokens
  add column if not exists purpose text not null default '',
  add column if not exists code_hash text not null default '',
  add column if not exists valid_until timestamptz not null default now(),
  add column if not exists flow_state_id uuid references auth.flow_state on delete cascade;
create index if not exists one_time_tokens_code_hash_idx on auth.one_time_tokens (code_hash);
create index if not exists one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id);

create table if not exists private.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  set_id uuid not null,
  friendly_name text not null check (length(friendly_name) <= 100),
  created_at timestamptz not null default now(),
  spent_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Ten codes that each replace the second factor once. A new set replaces the old one.';

create table if not exists private.familiar_networks (
  account text not null check (length(account) <= 320),
  network text not null check (length(network) <= 100),
  seen_at timestamptz not null default now(),
  primary key (account, network)
);
comment on table private.familiar_networks is
  'Networks from which an account has signed in before. Attempts from other networks cannot lock them out.';
create index if not exists familiar_networks_seen_at_idx on private.familiar_networks (seen_at);

-- Ends all access to an account, except for `kept_session`. The caller must have locked the account.
create or replace function private.end_access(account uuid, kept_session uuid default null) returns void
language sql set search_path = ''
as $$
  delete from auth.sessions s where s.user_id = account and s.id is distinct from kept_session;
  -- The rows are not deleted, because a job that sends the same email again must find the link void.
  update auth.one_time_tokens t set valid_until = '-infinity' where t.user_id = account;
  delete from auth.flow_state f where f.user_id = account;
  update auth.users u set email_change = '', phone_change = ''
    where u.id = account and (u.email_change <> '' or u.phone_change <> '');
$$;

-- Returns 0 if the attempt is allowed, and otherwise the seconds until the next attempt is allowed. Refused attempts do
-- not extend the time window.
create or replace function private.count_attempt(what text, who text) returns integer
language plpgsql set search_path = ''
as $$
declare
  allowed text := (select s.value from private.settings s where s.name = 'limit_' || what);
  most integer := split_part(allowed, '/', 1)::integer;
  span interval := make_interval(secs => split_part(allowed, '/', 2)::integer);
  present private.address_limits;
begin
  if allowed is null then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(what || ' ' || who, 7));
  select l.* into present
    from private.address_limits l
    where l.name = what and l.address = who and l.window_start > clock_timestamp() - span
    order by l.window_start desc limit 1;
  if not found then
    insert into private.address_limits (name, address, window_start, count)
      values (what, who, clock_timestamp(), 1);
    return 0;
  end if;
  if present.count >= most then
    return greatest(1, ceil(extract(epoch from present.window_start + span - clock_timestamp())));
  end if;
  update private.address_limits l set count = l.count + 1
    where l.name = what and l.address = who and l.window_start = present.window_start;
  return 0;
end
$$;

-- Removes one attempt from the latest time window.
create or replace function private.uncount_attempt(what text, who text) returns void
language sql set search_path = ''
as $$
  update private.address_limits l set count = l.count - 1
  where l.name = what and l.address = who and l.count > 0
    and l.window_start = (
      select max(m.window_start) from private.address_limits m where m.name = what and m.address = who
    )
$$;

-- Returns the key under which the attempts for an account are counted. Familiar networks have a separate count, so
-- attempts from other networks cannot lock the owner out.
create or replace function private.attempts_counted_for(account text, network text) returns text
language sql stable set search_path = ''
as $$
  select case when exists (
    select from private.familiar_networks f
    where f.account = attempts_counted_for.account and f.network = attempts_counted_for.network
  ) then account || ' ' || network else account end
$$;

-- Returns the name of a second limit for an address that has used up limit_sign_in_address, or null to refuse the
-- attempt. Without a second limit, wrong passwords of some users would lock out everybody at their address. The limit
-- sign_in_first counts the first attempt for an account in the account's time window. See
-- docs/decisions/0052-attempts-from-a-shared-address.md.
create or replace function private.fallback_limit(what text, account text, network text, is_signed_in boolean)
returns text
language sql set search_path = ''
as $$
  select case
    when is_signed_in or what = 'sign_in' and exists (
      select from private.familiar_networks f
      where f.account = fallback_limit.account and f.network = fallback_limit.network
    ) then 'sign_in_familiar'
    when not exists (
      select from private.address_limits l
      where l.name = what || '_account' and l.address = private.attempts_counted_for(account, network)
        and l.count > 0
        and l.window_start > clock_timestamp() - make_interval(secs => (
          select split_part(s.value, '/', 2)::integer
          from private.settings s where s.name = 'limit_' || what || '_account'
        ))
    ) then 'sign_in_first'
  end
$$;

-- Drops functions that only older releases had.
drop function if exists
  private.begin_try(text, text, text), private.forgive_try(text, text, text), private.finish_sign_in(text, text),
  private.forgive_try(text, text, text, text), private.forgive_attempt(text, text),
  private.reserve_for(text, text, text, boolean);

-- Counts an attempt to sign in or to use a code, first for the address and then for the account. Results:
--   wait           0 if the attempt is allowed, and otherwise the seconds until the next attempt is allowed
--   address_limit  the limit that counted the attempt for the address
--   address_wait   0, or the seconds until limit_sign_in_address allows attempts again
-- private.refund_attempt uses the same order, which prevents deadlocks.
create or replace function private.begin_attempt(
  what text, account text, network text, is_signed_in boolean,
  out wait integer, out address_limit text, out address_wait integer
)
language plpgsql set search_path = ''
as $$
begin
  address_limit := 'sign_in_address';
  address_wait := private.count_attempt(address_limit, network);
  if address_wait > 0 then
    address_limit := private.fallback_limit(what, account, network, is_signed_in);
    wait := case
      when address_limit is null then address_wait
      else private.count_attempt(address_limit, network)
    end;
    if wait > 0 then
      return;
    end if;
  end if;
  wait := private.count_attempt(what || '_account', private.attempts_counted_for(account, network));
  if wait > 0 then
    -- The address gets its attempt back, because no password or code was checked.
    perform private.uncount_attempt(address_limit, network);
  end if;
end
$$;

create or replace function private.refund_attempt(address_limit text, what text, account text, network text)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.uncount_attempt(address_limit, network);
  perform private.uncount_attempt(what || '_account', private.attempts_counted_for(account, network));
end
$$;

-- Moves an attempt with the right password to the separate limit for successful sign-ins.
create or replace function private.finish_sign_in(address_limit text, account text, network text) returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.refund_attempt(address_limit, 'sign_in', account, network);
  return private.count_attempt('sign_in_success', network);
end
$$;

revoke execute on function
  private.end_access(uuid, uuid), private.count_attempt(text, text), private.uncount_attempt(text, text),
  private.attempts_counted_for(text, text), private.fallback_limit(text, text, text, boolean),
  private.begin_attempt(text, text, text, boolean), private.refund_attempt(text, text, text, text),
  private.finish_sign_in(text, text, text)
  from public;
