-- Limits how many SMS the server sends. The limits are strict, because each SMS costs money.

insert into private.settings (name, value) values
  ('limit_sms_number', '1/60'),
  ('limit_sms_number_hour', '5/3600'),
  ('limit_sms_factor', '1/60'),
  ('limit_sms_factor_hour', '5/3600'),
  ('limit_sms_account', '10/3600'),
  ('limit_sms_address', '10/3600'),
  ('limit_sms_total', '300/3600')
on conflict do nothing;

-- A request to send the code again names only the new phone number.
create index if not exists users_phone_change_idx on auth.users (phone_change) where phone_change <> '';

drop function if exists private.begin_sms(text, text, text);

-- Counts an SMS to a number (sms_number) or for a second factor (sms_factor). Returns 0 if the SMS is allowed, and
-- otherwise the seconds until the next SMS is allowed. The fixed order of the limits prevents deadlocks. A refused SMS
-- does not use up the limits after the one that refused it.
create or replace function private.begin_sms(what text, who text, account text, network text) returns integer
language plpgsql set search_path = ''
as $$
declare
  wait integer := private.count_attempt('sms_address', network);
begin
  if wait = 0 and account is not null then
    wait := private.count_attempt('sms_account', account);
  end if;
  if wait = 0 then
    wait := private.count_attempt(what, who);
  end if;
  if wait = 0 then
    wait := private.count_attempt(what || '_hour', who);
  end if;
  if wait = 0 then
    wait := private.count_attempt('sms_total', 'all');
  end if;
  return wait;
end
$$;

revoke execute on function private.begin_sms(text, text, text, text) from public;
