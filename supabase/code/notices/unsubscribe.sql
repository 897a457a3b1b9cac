-- Anybody who has the signed link can turn off the user's emails.

create function app.unsubscribe_token(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select translate(account::text, '-', '') || '-' || encode(
    extensions.hmac(account::text, (select value from private.secrets where name = 'unsubscribe'), 'sha256'), 'hex')
$$;

create function app.unsubscribe(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := substring(token from '^([0-9a-f]{32})-[0-9a-f]{64}$')::uuid;
begin
  if account is null or token <> app.unsubscribe_token(account)
    or not exists (select from public.profiles where id = account)
  then
    perform app.refuse(400, 'unsubscribe_link_invalid', 'This link is incomplete or has expired.',
      'Open the link in the email again, or turn off Email in Settings.');
  end if;
  insert into public.notification_settings (user_id, email) values (account, false)
    on conflict (user_id) do update set email = false;
end
$$;

select app.expose(
  'unsubscribe(token text)',
  'Turns off the emails of the user in the link. For the server function of the same name.',
  'service_role'
);
