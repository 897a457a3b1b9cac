-- Gives some facilities and contractors of market.sql a password and an email identity, so that they can sign in. Also
-- adds their notification settings.
create temporary table comers on commit drop as
  select p.id, p.role, u.email
  from public.profiles p join auth.users u on u.id = p.id
    join generate_series(1, current_setting('story.facilities')::integer) n on p.id = md5('person' || n)::uuid
  union all
  select p.id, p.role, u.email
  from public.profiles p join auth.users u on u.id = p.id
    join generate_series(current_setting('story.first_contractor')::integer,
                         current_setting('story.last_contractor')::integer) n on p.id = md5('person' || n)::uuid;

update auth.users u
  set aud = 'authenticated', role = 'authenticated', encrypted_password = hash.text, email_confirmed_at = now(),
      raw_app_meta_data = jsonb_build_object('role', c.role, 'provider', 'email', 'providers', array['email']),
      raw_user_meta_data = '{}'
  from comers c, (select extensions.crypt(current_setting('story.password'), extensions.gen_salt('bf', 10)) as text) as hash
  where c.id = u.id;
insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
  select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email), now(), now() from comers;
insert into public.notification_settings (user_id) select id from comers;
