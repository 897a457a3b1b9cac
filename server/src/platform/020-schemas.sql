create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;
create schema if not exists private;

comment on schema private is
  'What only the server reads: settings, secrets, outbox. No role of a request may enter.';

-- Databases that were made before version 15 let everybody create here.
revoke create on schema public from public;

grant usage on schema public, auth, storage, realtime, extensions
  to anon, authenticated, service_role;
-- Whether a session is still there is asked before a request becomes its person.
grant usage on schema auth to authenticator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
