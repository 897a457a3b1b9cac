-- What sign-in keeps beyond the tables that Supabase has.

-- "count/seconds", counted by private.count_attempt for all servers together.
insert into private.settings (name, value) values
  ('limit_sign_in_account', '10/300'),
  ('limit_sign_in_address', '100/300'),
  ('limit_sign_in_success', '600/60'),
  ('limit_code_account', '10/300'),
  ('limit_refresh_session', '120/60'),
  ('limit_mail_account', '1/60'),
  ('limit_mail_address', '30/3600')
on conflict do nothing;

-- The link and the code of one mail: either may be used, and both are gone with the first.
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
  'Ten codes that each replace the second factor once; a new set replaces the old one.';

create table if not exists private.familiar_networks (
  account text not null check (length(account) <= 320),
  network text not null check (length(network) <= 100),
  seen_at timestamptz not null default now(),
  primary key (account, network)
);
comment on table private.familiar_networks is
  'From where an account signed in before: there a lock-out that others caused does not count.';
create index if not exists familiar_networks_seen_at_idx on private.familiar_networks (seen_at);

-- Whatever an account has begun ends: its sessions but the one that is kept, what was sent to it, and a change of address
-- or number that is not confirmed. The caller has locked the account.
create or replace function private.end_access(account uuid, kept_session uuid default null) returns void
language sql set search_path = ''
as $$
  delete from auth.sessions s where s.user_id = account and s.id is distinct from kept_session;
  -- They stay for a while: a mail that is sent twice must not bring a voided link back.
  update auth.one_time_tokens t set valid_until = '-infinity' where t.user_id = account;
  delete from auth.flow_state f where f.user_id = account;
  update auth.users u set email_change = '', phone_change = ''
    where u.id = account and (u.email_change <> '' or u.phone_change <> '');
$$;

-- Counts an attempt and says for how many seconds there are no more; 0 admits it. A window begins with its
-- first attempt, and those that come while it is full do not make it longer.
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

-- Takes an attempt back that turned out to be none.
create or replace function private.forgive_attempt(what text, who text) returns void
language sql set search_path = ''
as $$
  update private.address_limits l set count = l.count - 1
  where l.name = what and l.address = who and l.count > 0
    and l.window_start = (
      select max(m.window_start) from private.address_limits m where m.name = what and m.address = who
    )
$$;

-- Known and unknown accounts are counted alike. Where the account signed in before, only the attempts made
-- from there count: nobody elsewhere can lock its owner out.
create or replace function private.attempts_counted_for(account text, network text) returns text
language sql stable set search_path = ''
as $$
  select case when exists (
    select from private.familiar_networks f
    where f.account = attempts_counted_for.account and f.network = attempts_counted_for.network
  ) then account || ' ' || network else account end
$$;

-- A try to sign in, or with a code: counted for the address, then for the account, and taken back in the same order.
-- In any other two of them could wait for each other.
create or replace function private.begin_try(what text, account text, network text) returns integer
language plpgsql set search_path = ''
as $$
declare
  wait integer := private.count_attempt('sign_in_address', network);
begin
  if wait > 0 then
    return wait;
  end if;
  return private.count_attempt(what || '_account', private.attempts_counted_for(account, network));
end
$$;

create or replace function private.forgive_try(what text, account text, network text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.forgive_attempt('sign_in_address', network);
  perform private.forgive_attempt(what || '_account', private.attempts_counted_for(account, network));
end
$$;

-- The password was right: no failure, but a success, of which there can be too many as well.
create or replace function private.finish_sign_in(account text, network text) returns integer
language plpgsql set search_path = ''
as $$
begin
  perform private.forgive_try('sign_in', account, network);
  return private.count_attempt('sign_in_success', network);
end
$$;

revoke execute on function
  private.end_access(uuid, uuid), private.count_attempt(text, text), private.forgive_attempt(text, text),
  private.attempts_counted_for(text, text), private.begin_try(text, text, text),
  private.forgive_try(text, text, text), private.finish_sign_in(text, text)
  from public;
