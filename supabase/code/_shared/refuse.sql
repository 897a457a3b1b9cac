-- Raises a refusal with an HTTP status, a code that docs/errors.md lists, a message, and a hint.
create function app.refuse(
  status integer, code text, message text, hint text default null, headers jsonb default '{}'
) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', null, 'hint', hint)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end
$$;
grant execute on function app.refuse(integer, text, text, text, jsonb)
  to anon, authenticated, service_role;

-- Policies wrap their "with check" conditions in this function, because PostgreSQL's own error names only the table.
-- The function is declared immutable, because supabase/lint/policy-calls-per-row.sql lets policies pass columns only to
-- immutable functions.
create function app.permit(is_allowed boolean, message text, hint text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if is_allowed is not true then
    perform app.refuse(403, '42501', message, hint);
  end if;
  return true;
end
$$;
grant execute on function app.permit(boolean, text, text) to authenticated, service_role;
