create policy demo_requests_select on public.demo_requests for select to authenticated
  using ((select app.is_admin()));
create policy demo_requests_update on public.demo_requests for update to authenticated
  using ((select app.my_role()) is not null)
  with check ((select app.is_admin()));
grant select on public.demo_requests to authenticated, service_role;
grant update (handled) on public.demo_requests to authenticated, service_role;

create function app.tg_demo_requests__audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.audit('handle_demo_request', new.id::text, null, jsonb_build_object('handled', new.handled));
  return null;
end
$$;
create trigger _300_audit after update on public.demo_requests
  for each row when (new.handled is distinct from old.handled)
  execute function app.tg_demo_requests__audit();

create function app.submit_demo_request(full_name text, email text, company text, message text)
returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.check_text('Full name', app.trimmed(full_name), 200, true);
  perform app.check_text('Email', app.trimmed(email), 320, true);
  perform app.check_text('Company', app.trimmed(company), 200, true);
  perform app.check_text('Message', app.trimmed(message), 5000, true);
  if app.trimmed(email) !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform app.refuse(400, 'email_invalid', 'This is not a valid email address.', 'Write it as name@example.com.');
  end if;
  insert into public.demo_requests (full_name, email, company, message)
  values (app.trimmed(full_name), app.trimmed(email), app.trimmed(company), app.trimmed(message));
  perform app.lock_action('demo_requests');
  perform app.check_limit('demo_requests', array(
    select created_at from public.demo_requests
    where created_at > now() - app.limit_window('demo_requests') order by created_at desc
  ));
  return 'Thank you';
end
$$;

select app.expose(
  'submit_demo_request(full_name text, email text, company text, message text)',
  'Requests a demo. This is the only function that visitors may call.',
  'anon, authenticated, service_role'
);

grant usage on schema app to anon;
