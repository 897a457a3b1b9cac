-- Adds rows for the admin screens: users who signed up and did nothing, and the audit log. This file runs after
-- market.sql.
set local session_replication_role = replica;

create temporary table idlers on commit drop as
  select md5('idler' || n)::uuid as id, n, case n % 3 when 0 then 'facility' else 'contractor' end as role
  from generate_series(1, current_setting('market.idlers')::integer) n;

insert into auth.users (id, email, created_at)
  select id, 'idler' || n || '@example.com', now() - n * interval '5 minutes' from idlers;
insert into public.profiles (id, role, username, full_name, company_name, created_at)
  select id, role, 'idler-' || n, 'Idler ' || n, 'Idle Company ' || n, now() - n * interval '5 minutes' from idlers;
insert into app.contacts (user_id, email, search_text)
  select id, 'idler' || n || '@example.com',
         concat_ws(e'\n', 'idler-' || n, 'idler ' || n, 'idler' || n || '@example.com', role)
  from idlers;

-- In the audit log, six of ten entries are about users, two about awards and two about payments.
insert into app.audit_log (at, actor_id, action, subject, reason, details, search_text)
  select now() - (entries - n) * interval '100 seconds', md5('person' || admin)::uuid, action,
         case when action = 'release_award' then md5('job' || n)::uuid
              when action = 'refund_payment'
                then coalesce((select p.id from public.payments p where p.job_id = md5('job' || n)::uuid), md5('none')::uuid)
              else md5('idler' || idler)::uuid end,
         'Asked for it in ticket ' || n,
         case action when 'end_sessions' then '{}'
                     when 'set_role' then '{"from": "contractor", "to": "facility"}'
                     when 'release_award' then jsonb_build_object('contractor', md5('person' || admin - 300)::uuid)
                     else '{"amount": 90}' end,
         concat_ws(e'\n', 'person ' || admin, case when action = 'release_award' then 'job ' || n else 'idler ' || idler end,
                   'asked for it in ticket ' || n)
  from (
    select n, current_setting('market.entries')::integer as entries, current_setting('market.admin')::integer as admin,
           1 + n % current_setting('market.idlers')::integer as idler,
           (array['end_sessions', 'end_sessions', 'end_sessions', 'set_role', 'set_role', 'set_role',
                  'release_award', 'release_award', 'refund_payment', 'refund_payment'])[1 + n % 10] as action
    from generate_series(1, current_setting('market.entries')::integer) n
  ) as acts;
