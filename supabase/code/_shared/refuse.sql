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
