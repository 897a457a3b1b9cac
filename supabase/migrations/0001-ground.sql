-- Where everything starts from: nobody may do anything. Each right is granted beside the thing that
-- it opens.
set local row_security = off;

create schema app;
comment on schema app is
  'Predicates, triggers and definers behind the exposed schema. Not exposed itself.';
-- Policies call predicates in app as the person who asks.
grant usage on schema app to authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
