create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;
create schema if not exists private;

comment on schema private is
  'Data that only the server reads: settings, secrets, outbox. The roles of requests have no access.';

-- In databases from before PostgreSQL 15, every role may create objects in the schema public.
revoke create on schema public from public;

grant usage on schema public, auth, storage, realtime, extensions
  to anon, authenticated, service_role;
-- `authenticator` calls auth.assert_session before it switches to the role of the request.
grant usage on schema auth to authenticator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
