-- At first nobody has any right. Each right is granted next to the object that it is for.
set local row_security = off;

create schema app;
comment on schema app is
  'Predicates, triggers and definers behind the exposed schema. It is not exposed itself.';
-- Policies call functions in app with the rights of the caller.
grant usage on schema app to authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
