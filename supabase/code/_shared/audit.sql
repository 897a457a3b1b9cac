-- Returns the trimmed reason, and refuses a reason that is missing or too long.
create function app.check_reason(reason text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if app.trimmed(reason) is null then
    perform app.refuse(400, 'reason_missing', 'A reason is required.', 'Say why, in a few words.');
  end if;
  perform app.check_text('The reason', app.trimmed(reason), 1000);
  return app.trimmed(reason);
end
$$;

create function app.audit(action text, subject text, reason text, details jsonb default '{}')
returns void
language sql security definer set search_path = ''
as $$
  insert into app.audit_log (actor_id, action, subject, reason, details)
  values (auth.uid(), action, subject, reason, details)
$$;
