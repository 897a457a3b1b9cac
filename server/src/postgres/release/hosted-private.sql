-- Creates the objects of the platform that a hosted Supabase lacks. private.end_access differs, because
-- auth.one_time_tokens has no column `valid_until` in Supabase.
create schema private;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create function private.end_access(account uuid, kept_session uuid default null) returns void
language sql set search_path = ''
as $$
  delete from auth.sessions s where s.user_id = account and s.id is distinct from kept_session;
  delete from auth.one_time_tokens t where t.user_id = account;
  delete from auth.flow_state f where f.user_id = account;
  update auth.users u set email_change = '', phone_change = '', phone_change_token = ''
    where u.id = account and (u.email_change <> '' or u.phone_change <> '');
$$;
revoke execute on function private.end_access(uuid, uuid) from public;
