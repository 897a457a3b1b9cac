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

-- Marks the admins' notices about demo requests as read when every request is handled.
create function app.tg_demo_requests__mark_read() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.demo_requests where not handled) then
    perform app.mark_read(n.recipient_id, n.source_id, array['demo_requested'])
    from (
      select recipient_id, source_id from public.notices where kind = 'demo_requested' and not read
      order by recipient_id
    ) as n;
  end if;
  return null;
end
$$;
create trigger _310_mark_read after update on public.demo_requests
  for each row when (new.handled and not old.handled)
  execute function app.tg_demo_requests__mark_read();

-- Strangers can enter any address, so an address gets one email a day, and all addresses together a limited number. The
-- email contains nothing that the visitor wrote.
create function app.confirm_demo_request(request public.demo_requests) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
      select from public.demo_requests r
      where lower(r.email) = lower(request.email) and r.id <> request.id and r.created_at > now() - interval '1 day'
    )
    or (select count(*) from public.demo_requests r where r.created_at > now() - app.limit_window('demo_emails'))
      > split_part(app.setting('limit_demo_emails'), '/', 1)::integer
  then
    return;
  end if;
  insert into private.outbox (kind, payload) values (
    'notification_email', jsonb_build_object('to', request.email, 'demo_request', request.id)
  );
  perform pg_notify('outbox', '');
end
$$;

-- Returns the email's content, or null if the outbox row is not the confirmation of a demo request.
create function app.demo_request_email(outbox_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'to', o.payload ->> 'to',
    'items', jsonb_build_array(jsonb_build_object(
      'template', 'demo-request-received', 'values', jsonb_build_object('link', '/marketing')
    )),
    'values', jsonb_build_object()
  )
  from private.outbox o
  where o.id = outbox_id and o.payload ? 'demo_request'
$$;

create function app.submit_demo_request(full_name text, email text, company text, message text)
returns text
language plpgsql security definer set search_path = ''
as $$
declare
  request public.demo_requests;
begin
  perform app.check_text('Full name', app.trimmed(full_name), 200, true);
  perform app.check_text('Email', app.trimmed(email), 320, true);
  perform app.check_text('Company', app.trimmed(company), 200, true);
  perform app.check_text('Message', app.trimmed(message), 5000, true);
  if app.trimmed(email) !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform app.refuse(400, 'email_invalid', 'This is not a valid email address.', 'Write it as name@example.com.');
  end if;
  insert into public.demo_requests (full_name, email, company, message)
  values (app.trimmed(full_name), app.trimmed(email), app.trimmed(company), app.trimmed(message))
  returning * into request;
  perform app.lock_action('demo_requests');
  perform app.check_limit('demo_requests', array(
    select created_at from public.demo_requests
    where created_at > now() - app.limit_window('demo_requests') order by created_at desc
  ));
  perform app.confirm_demo_request(request);
  perform app.notify('demo_requested', admin, admin, null, null, null) from app.acting_admins() as admins (admin);
  return 'Thank you';
end
$$;

select app.expose(
  'submit_demo_request(full_name text, email text, company text, message text)',
  'Requests a demo. This is the only function that visitors may call.',
  'anon, authenticated, service_role'
);

grant usage on schema app to anon;
