-- The schema that the SQL of this release leads to. Written by `npm run contract`.

-- roles

role anon

role authenticated

role authenticator login member of anon, authenticated, service_role

role service_role bypassrls

-- extensions

extension btree_gist in extensions

extension pg_trgm in extensions

extension pgcrypto in extensions

extension plpgsql in pg_catalog

extension unaccent in extensions

-- schemas

schema app
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres
  comment Predicates, triggers and definers behind the exposed schema. It is not exposed itself.

schema auth
  rights anon=U/postgres, authenticated=U/postgres, authenticator=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema extensions
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema private
  rights authenticator=U/postgres, postgres=UC/postgres
  comment Data that only the server reads: settings, secrets, outbox. The roles of requests have no access.

schema public
  rights =U/pg_database_owner, anon=U/pg_database_owner, authenticated=U/pg_database_owner, pg_database_owner=UC/pg_database_owner, service_role=U/pg_database_owner
  comment standard public schema

schema realtime
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema storage
  rights anon=U/postgres, authenticated=U/postgres, authenticator=U/postgres, postgres=UC/postgres, service_role=U/postgres

-- default rights

default rights of postgres on f in every schema: postgres=X/postgres

-- enums

enum auth.aal_level: aal1, aal2, aal3

enum auth.code_challenge_method: s256, plain

enum auth.factor_status: unverified, verified

enum auth.factor_type: totp, webauthn, phone

enum auth.one_time_token_type: confirmation_token, reauthentication_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token

enum private.metric: jobs_posted, bids_placed, users_created, revenue, jobs_by_category, open_jobs_by_category, biddable_jobs_by_category, jobs_by_state, bids_by_status, payments_by_status, users_by_role, audit_entries_by_action

-- tables

table app.audit_log
  id bigint not null identity
  at timestamp with time zone not null default now()
  actor_id uuid
  action text not null
  subject text not null
  reason text
  details jsonb not null default '{}'::jsonb
  search_text text not null default ''::text
  PRIMARY KEY (id)
  CHECK ((length(action) <= 100))
  CHECK ((length(reason) <= 1000))
  CHECK ((length(search_text) <= 4000))
  CHECK ((length(subject) <= 200))
  CREATE INDEX audit_log_action_idx ON app.audit_log USING btree (action, at DESC, id)
  CREATE INDEX audit_log_actor_id_idx ON app.audit_log USING btree (actor_id, at DESC, id)
  CREATE INDEX audit_log_newest_idx ON app.audit_log USING btree (at DESC, id)
  CREATE INDEX audit_log_search_text_idx ON app.audit_log USING gin (search_text extensions.gin_trgm_ops)
  CREATE INDEX audit_log_subject_idx ON app.audit_log USING btree (subject, at DESC, id)
  policy audit_log_select for select to authenticated using ( SELECT app.is_admin() AS is_admin)
  trigger after insert for each row: _300_update_search_text runs app.tg_audit_log__update_search_text
  trigger after insert or delete for each row: _350_count runs app.tg_any__count
  trigger after update for each row when ((old.action IS DISTINCT FROM new.action)): _350_count_update runs app.tg_any__count
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The actions of admins, with their reasons. Admins see it, procedures write it, and nobody changes it.

table app.contacts
  user_id uuid not null
  email text
  phone text
  banned_until timestamp with time zone
  search_text text not null default ''::text
  PRIMARY KEY (user_id)
  CHECK ((length(email) <= 320))
  CHECK ((length(phone) <= 30))
  CHECK ((length(search_text) <= 2000))
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  CREATE INDEX contacts_banned_until_idx ON app.contacts USING btree (banned_until) WHERE (banned_until IS NOT NULL)
  CREATE INDEX contacts_email_idx ON app.contacts USING btree (lower(email))
  CREATE INDEX contacts_search_text_idx ON app.contacts USING gin (search_text extensions.gin_trgm_ops)
  CREATE INDEX contacts_without_role_idx ON app.contacts USING btree (user_id) WHERE (search_text = ''::text)
  policy contacts_select for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin))
  trigger after update of email, phone for each row when (((new.email IS DISTINCT FROM old.email) OR (new.phone IS DISTINCT FROM old.phone))): _300_update_search_text runs app.tg_contacts__update_search_text
  trigger after update of banned_until for each row when ((new.banned_until IS DISTINCT FROM old.banned_until)): _950_broadcast runs app.tg_contacts__broadcast
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The email, the phone number and the ban of each user, seen by that user and by admins. Only triggers write it.
  comment on search_text The text in which admins search users, in lower case: names, company, email, phone number and last the role, one a line.

table app.towns
  name text not null
  key text not null
  latitude numeric not null
  longitude numeric not null
  size smallint not null
  PRIMARY KEY (name)
  CHECK (((length(key) >= 1) AND (length(key) <= 100)))
  UNIQUE (key)
  CHECK (((latitude >= 36.9) AND (latitude <= 41.1)))
  CHECK (((longitude >= '-109.1'::numeric) AND (longitude <= ('-102'::integer)::numeric)))
  CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  CHECK (((size >= 1) AND (size <= 3)))
  rights postgres=arwdDxtm/postgres
  comment The towns of Colorado that the map of jobs knows. Only migrations change them.

table app.zip_prefixes
  prefix text not null
  town text not null
  PRIMARY KEY (prefix)
  CHECK (((length(prefix) <= 5) AND (prefix ~ '^8[01]\d{1,3}$'::text)))
  FOREIGN KEY (town) REFERENCES app.towns(name) ON UPDATE CASCADE ON DELETE RESTRICT
  CREATE INDEX zip_prefixes_town_idx ON app.zip_prefixes USING btree (town)
  rights postgres=arwdDxtm/postgres
  comment The beginnings of ZIP codes and their towns. Only migrations change them.

table auth.audit_log_entries
  instance_id uuid
  id uuid not null
  payload json
  created_at timestamp with time zone
  ip_address character varying(64) not null default ''::character varying
  PRIMARY KEY (id)
  CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at)
  rights postgres=arwdDxtm/postgres

table auth.flow_state
  id uuid not null
  user_id uuid
  auth_code text not null
  code_challenge_method auth.code_challenge_method not null
  code_challenge text not null
  provider_type text not null
  provider_access_token text
  provider_refresh_token text
  created_at timestamp with time zone
  updated_at timestamp with time zone
  authentication_method text not null
  auth_code_issued_at timestamp with time zone
  PRIMARY KEY (id)
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  CREATE INDEX flow_state_auth_code_idx ON auth.flow_state USING btree (auth_code)
  CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at DESC)
  CREATE INDEX flow_state_user_id_idx ON auth.flow_state USING btree (user_id, authentication_method)
  rights postgres=arwdDxtm/postgres

table auth.identities
  provider_id text not null
  user_id uuid not null
  identity_data jsonb not null
  provider text not null
  last_sign_in_at timestamp with time zone
  created_at timestamp with time zone
  updated_at timestamp with time zone
  email text generated lower((identity_data ->> 'email'::text))
  id uuid not null default gen_random_uuid()
  PRIMARY KEY (id)
  UNIQUE (provider_id, provider)
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  CREATE INDEX identities_email_idx ON auth.identities USING btree (email text_pattern_ops)
  CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id)
  rights postgres=arwdDxtm/postgres

table auth.mfa_amr_claims
  session_id uuid not null
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  authentication_method text not null
  id uuid not null
  PRIMARY KEY (id)
  UNIQUE (session_id, authentication_method)
  FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
  rights postgres=arwdDxtm/postgres

table auth.mfa_challenges
  id uuid not null
  factor_id uuid not null
  created_at timestamp with time zone not null
  verified_at timestamp with time zone
  ip_address inet not null
  otp_code text
  web_authn_session_data jsonb
  PRIMARY KEY (id)
  FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
  CREATE INDEX mfa_challenges_created_at_idx ON auth.mfa_challenges USING btree (created_at DESC)
  CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id)
  rights postgres=arwdDxtm/postgres

table auth.mfa_factors
  id uuid not null
  user_id uuid not null
  friendly_name text
  factor_type auth.factor_type not null
  status auth.factor_status not null
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  secret text
  phone text
  last_challenged_at timestamp with time zone
  web_authn_credential jsonb
  web_authn_aaguid uuid
  PRIMARY KEY (id)
  UNIQUE (last_challenged_at)
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX mfa_factors_user_friendly_name_unique ON auth.mfa_factors USING btree (friendly_name, user_id) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text)
  CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id, created_at)
  CREATE UNIQUE INDEX unique_phone_factor_per_user ON auth.mfa_factors USING btree (user_id, phone)
  rights postgres=arwdDxtm/postgres

table auth.one_time_tokens
  id uuid not null
  user_id uuid not null
  token_type auth.one_time_token_type not null
  token_hash text not null
  relates_to text not null
  created_at timestamp without time zone not null default now()
  updated_at timestamp without time zone not null default now()
  purpose text not null default ''::text
  code_hash text not null default ''::text
  valid_until timestamp with time zone not null default now()
  flow_state_id uuid
  PRIMARY KEY (id)
  FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE
  CHECK ((token_hash <> ''::text))
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  UNIQUE (user_id, token_type)
  CREATE INDEX one_time_tokens_code_hash_idx ON auth.one_time_tokens USING btree (code_hash)
  CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens USING btree (flow_state_id)
  CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING hash (relates_to)
  CREATE INDEX one_time_tokens_token_hash_idx ON auth.one_time_tokens USING hash (token_hash)
  rights postgres=arwdDxtm/postgres

table auth.refresh_tokens
  instance_id uuid
  id bigint not null identity by default
  token character varying(255)
  user_id character varying(255)
  revoked boolean
  created_at timestamp with time zone
  updated_at timestamp with time zone
  parent character varying(255)
  session_id uuid
  PRIMARY KEY (id)
  FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
  UNIQUE (token)
  CREATE INDEX refresh_tokens_parent_idx ON auth.refresh_tokens USING btree (parent)
  CREATE INDEX refresh_tokens_session_id_revoked_idx ON auth.refresh_tokens USING btree (session_id, revoked)
  CREATE INDEX refresh_tokens_user_id_idx ON auth.refresh_tokens USING btree (user_id)
  rights postgres=arwdDxtm/postgres

table auth.saml_providers
  id uuid not null
  sso_provider_id uuid not null
  entity_id text not null
  metadata_xml text not null
  metadata_url text
  attribute_mapping jsonb
  created_at timestamp with time zone
  updated_at timestamp with time zone
  name_id_format text
  PRIMARY KEY (id)
  CHECK ((entity_id <> ''::text))
  UNIQUE (entity_id)
  CHECK ((metadata_url <> ''::text))
  CHECK ((metadata_xml <> ''::text))
  FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE
  CREATE INDEX saml_providers_sso_provider_id_idx ON auth.saml_providers USING btree (sso_provider_id)
  rights postgres=arwdDxtm/postgres

table auth.saml_relay_states
  id uuid not null
  sso_provider_id uuid not null
  flow_state_id uuid
  request_id text not null
  for_email text
  redirect_to text
  created_at timestamp with time zone
  updated_at timestamp with time zone
  PRIMARY KEY (id)
  FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE
  CHECK ((request_id <> ''::text))
  FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE
  CREATE INDEX saml_relay_states_created_at_idx ON auth.saml_relay_states USING btree (created_at DESC)
  CREATE INDEX saml_relay_states_flow_state_id_idx ON auth.saml_relay_states USING btree (flow_state_id)
  CREATE INDEX saml_relay_states_for_email_idx ON auth.saml_relay_states USING btree (for_email)
  CREATE INDEX saml_relay_states_sso_provider_id_idx ON auth.saml_relay_states USING btree (sso_provider_id)
  rights postgres=arwdDxtm/postgres

table auth.sessions
  id uuid not null
  user_id uuid not null
  created_at timestamp with time zone
  updated_at timestamp with time zone
  factor_id uuid
  aal auth.aal_level
  not_after timestamp with time zone
  refreshed_at timestamp without time zone
  user_agent text
  ip inet
  tag text
  PRIMARY KEY (id)
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after DESC)
  CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id)
  trigger after insert or update of refreshed_at for each row: _100_note_activity runs app.tg_sessions__note_activity
  trigger after delete for each row with ('user_id'): _900_forget_groups runs realtime.forget_groups
  rights postgres=arwdDxtm/postgres

table auth.sso_domains
  id uuid not null
  sso_provider_id uuid not null
  domain text not null
  created_at timestamp with time zone
  updated_at timestamp with time zone
  PRIMARY KEY (id)
  CHECK ((domain <> ''::text))
  FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX sso_domains_domain_idx ON auth.sso_domains USING btree (lower(domain))
  CREATE INDEX sso_domains_sso_provider_id_idx ON auth.sso_domains USING btree (sso_provider_id)
  rights postgres=arwdDxtm/postgres

table auth.sso_providers
  id uuid not null
  resource_id text
  created_at timestamp with time zone
  updated_at timestamp with time zone
  disabled boolean
  PRIMARY KEY (id)
  CHECK ((resource_id <> ''::text))
  CREATE UNIQUE INDEX sso_providers_resource_id_idx ON auth.sso_providers USING btree (lower(resource_id))
  rights postgres=arwdDxtm/postgres

table auth.users
  instance_id uuid
  id uuid not null
  aud character varying(255)
  role character varying(255)
  email character varying(255)
  encrypted_password character varying(255)
  email_confirmed_at timestamp with time zone
  invited_at timestamp with time zone
  confirmation_token character varying(255)
  confirmation_sent_at timestamp with time zone
  recovery_token character varying(255)
  recovery_sent_at timestamp with time zone
  email_change_token_new character varying(255)
  email_change character varying(255)
  email_change_sent_at timestamp with time zone
  last_sign_in_at timestamp with time zone
  raw_app_meta_data jsonb
  raw_user_meta_data jsonb
  is_super_admin boolean
  created_at timestamp with time zone
  updated_at timestamp with time zone
  phone text
  phone_confirmed_at timestamp with time zone
  phone_change text default ''::text
  phone_change_token character varying(255) default ''::character varying
  phone_change_sent_at timestamp with time zone
  confirmed_at timestamp with time zone generated LEAST(email_confirmed_at, phone_confirmed_at)
  email_change_token_current character varying(255) default ''::character varying
  email_change_confirm_status smallint default 0
  banned_until timestamp with time zone
  reauthentication_token character varying(255) default ''::character varying
  reauthentication_sent_at timestamp with time zone
  is_sso_user boolean not null default false
  deleted_at timestamp with time zone
  is_anonymous boolean not null default false
  PRIMARY KEY (id)
  CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2)))
  UNIQUE (phone)
  CREATE UNIQUE INDEX confirmation_token_idx ON auth.users USING btree (confirmation_token) WHERE ((confirmation_token)::text !~ '^[0-9 ]*$'::text)
  CREATE UNIQUE INDEX email_change_token_current_idx ON auth.users USING btree (email_change_token_current) WHERE ((email_change_token_current)::text !~ '^[0-9 ]*$'::text)
  CREATE UNIQUE INDEX email_change_token_new_idx ON auth.users USING btree (email_change_token_new) WHERE ((email_change_token_new)::text !~ '^[0-9 ]*$'::text)
  CREATE UNIQUE INDEX reauthentication_token_idx ON auth.users USING btree (reauthentication_token) WHERE ((reauthentication_token)::text !~ '^[0-9 ]*$'::text)
  CREATE UNIQUE INDEX recovery_token_idx ON auth.users USING btree (recovery_token) WHERE ((recovery_token)::text !~ '^[0-9 ]*$'::text)
  CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email) WHERE (NOT is_sso_user)
  CREATE INDEX users_instance_id_email_idx ON auth.users USING btree (instance_id, lower((email)::text))
  CREATE INDEX users_phone_change_idx ON auth.users USING btree (phone_change) WHERE (phone_change <> ''::text)
  trigger after insert for each row: _100_create_profile runs app.tg_users__create_profile
  trigger after update of deleted_at for each row when ((new.deleted_at IS NOT NULL)): _150_hide_deleted runs app.tg_users__hide_deleted
  trigger after update of banned_until, email, phone for each row: _200_keep_contact runs app.tg_users__keep_contact
  trigger after insert for each row when ((new.raw_app_meta_data ? 'created_by'::text)): _300_audit runs app.tg_users__audit
  trigger after insert for each row when (((new.raw_app_meta_data ? 'created_by'::text) AND ((new.encrypted_password)::text <> ''::text))): _310_notify_created runs app.tg_users__notify_created
  trigger after insert for each row when ((COALESCE(new.email_confirmed_at, new.phone_confirmed_at) IS NOT NULL)): _400_notify runs app.tg_users__notify
  trigger after update of email_confirmed_at, phone_confirmed_at for each row when (((COALESCE(old.email_confirmed_at, old.phone_confirmed_at) IS NULL) AND (COALESCE(new.email_confirmed_at, new.phone_confirmed_at) IS NOT NULL))): _410_notify_proven runs app.tg_users__notify
  trigger after update of banned_until, deleted_at for each row when (((new.banned_until > now()) OR (new.deleted_at IS NOT NULL))): _420_mark_read runs app.tg_users__mark_read
  trigger after delete for each row: _430_mark_read_removed runs app.tg_users__mark_read
  trigger after update of banned_until, deleted_at, raw_app_meta_data, role for each row when (((((old.banned_until IS DISTINCT FROM new.banned_until) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR ((old.role)::text IS DISTINCT FROM (new.role)::text)) OR (old.raw_app_meta_data IS DISTINCT FROM new.raw_app_meta_data))) with ('id'): _900_forget_groups runs realtime.forget_groups
  rights postgres=arwdDxtm/postgres

unlogged table private.address_limits
  name text not null
  address text not null
  window_start timestamp with time zone not null
  count integer not null default 0
  PRIMARY KEY (name, address, window_start)
  CHECK ((length(address) <= 320))
  CHECK ((length(name) <= 100))
  CREATE INDEX address_limits_window_start_idx ON private.address_limits USING btree (window_start)
  rights postgres=arwdDxtm/postgres
  comment Counts of attempts by address or account within a time window, for all servers together.

table private.code_objects
  "position" integer not null
  kind text not null
  name text not null
  drop_command text not null
  PRIMARY KEY ("position")
  CHECK ((length(drop_command) <= 4000))
  CHECK ((length(kind) <= 20))
  CHECK ((length(name) <= 2000))
  rights postgres=arwdDxtm/postgres
  comment The objects that the current release of the code created. They are dropped in reverse order.

table private.counter_changes
  id bigint not null identity
  metric private.metric not null
  bucket text
  day date
  value numeric not null
  PRIMARY KEY (id)
  CHECK ((length(bucket) <= 100))
  rights postgres=arwdDxtm/postgres
  comment Changes since a scheduled task last added them to private.counters. Each change is a row of its own, so no transaction waits for another one. Only definers read and write it.

table private.counters
  metric private.metric not null
  bucket text
  day date
  value numeric not null
  CHECK ((length(bucket) <= 100))
  UNIQUE NULLS NOT DISTINCT (metric, bucket, day)
  rights postgres=arwdDxtm/postgres
  comment The sums behind the figures of admins, up to the last roll-up; private.counter_changes has the rest. Only definers read and write it.

table private.familiar_networks
  account text not null
  network text not null
  seen_at timestamp with time zone not null default now()
  PRIMARY KEY (account, network)
  CHECK ((length(account) <= 320))
  CHECK ((length(network) <= 100))
  CREATE INDEX familiar_networks_seen_at_idx ON private.familiar_networks USING btree (seen_at)
  rights postgres=arwdDxtm/postgres
  comment Networks from which an account has signed in before. Attempts from other networks cannot lock them out.

table private.imported_files
  id uuid not null
  PRIMARY KEY (id)
  rights postgres=arwdDxtm/postgres
  comment The ids of files that npm run import has added, even if they were deleted since.

table private.migrations
  name text not null
  hash text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(hash) = 64))
  CHECK ((length(name) <= 200))
  rights postgres=arwdDxtm/postgres
  comment The migrations of the application that ran here. Each runs once.

table private.notification_emails
  id uuid not null
  recipient_id uuid not null
  notice_ids uuid[] not null
  is_requested boolean not null default false
  queued_at timestamp with time zone not null default now()
  send_count integer not null default 0
  PRIMARY KEY (id)
  FOREIGN KEY (id) REFERENCES private.outbox(id) ON DELETE CASCADE
  FOREIGN KEY (recipient_id) REFERENCES public.profiles(id) ON DELETE CASCADE
  CREATE INDEX notification_emails_recipient_id_idx ON private.notification_emails USING btree (recipient_id, queued_at DESC)
  rights postgres=arwdDxtm/postgres
  comment Notification emails, by the outbox row that sends each. An email that was not sent and whose notices no longer need one is deleted.

table private.outbox
  id uuid not null default gen_random_uuid()
  kind text not null
  payload jsonb not null default '{}'::jsonb
  created_at timestamp with time zone not null default now()
  due_at timestamp with time zone not null default now()
  attempts integer not null default 0
  last_error text
  done_at timestamp with time zone
  dead_at timestamp with time zone
  claimed_by integer
  PRIMARY KEY (id)
  CHECK ((length(kind) <= 100))
  CHECK ((length(last_error) <= 2000))
  CREATE INDEX outbox_claimed_idx ON private.outbox USING btree (claimed_by) WHERE ((claimed_by IS NOT NULL) AND (done_at IS NULL) AND (dead_at IS NULL))
  CREATE INDEX outbox_dead_idx ON private.outbox USING btree (dead_at) WHERE (dead_at IS NOT NULL)
  CREATE INDEX outbox_done_idx ON private.outbox USING btree (done_at) WHERE (done_at IS NOT NULL)
  CREATE INDEX outbox_kind_due_idx ON private.outbox USING btree (kind, due_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL))
  rights postgres=arwdDxtm/postgres
  comment Jobs that run at least once after the transaction that added them commits. A worker claims due rows for the time of a lease.
  comment on due_at When the job may run next. While a worker runs the job, this is the end of the lease.
  comment on claimed_by The number of the worker that runs the job. The worker has an advisory lock with this number while it lives.

table private.outside_visits
  state_hash text not null
  browser_hash text not null
  provider text not null
  page text not null
  flow_state_id uuid
  session_id uuid
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (state_hash)
  CHECK ((length(browser_hash) = 64))
  FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE
  CHECK ((length(page) <= 4000))
  CHECK (((length(provider) >= 1) AND (length(provider) <= 100)))
  FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
  CHECK ((length(state_hash) = 64))
  CREATE INDEX outside_visits_created_at_idx ON private.outside_visits USING btree (created_at)
  CREATE INDEX outside_visits_flow_state_id_idx ON private.outside_visits USING btree (flow_state_id)
  CREATE INDEX outside_visits_session_id_idx ON private.outside_visits USING btree (session_id)
  rights postgres=arwdDxtm/postgres
  comment Sign-ins that were started at a provider, with the browser, the target page, and the session if an account is linked manually. Each row is used once, within ten minutes.

table private.recovery_codes
  user_id uuid not null
  code_hash text not null
  set_id uuid not null
  friendly_name text not null
  created_at timestamp with time zone not null default now()
  spent_at timestamp with time zone
  PRIMARY KEY (user_id, code_hash)
  CHECK ((length(code_hash) = 64))
  CHECK ((length(friendly_name) <= 100))
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  rights postgres=arwdDxtm/postgres
  comment Ten codes that each replace the second factor once. A new set replaces the old one.

table private.releases
  id bigint not null identity
  code_hash text not null
  version text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  CHECK ((length(code_hash) = 64))
  CHECK ((length(version) <= 50))
  rights postgres=arwdDxtm/postgres
  comment All releases of the code that were ever applied. The last row is the current one.

table private.request_key_usage
  owner text not null
  day date not null default CURRENT_DATE
  keys integer not null default 0
  bytes bigint not null default 0
  PRIMARY KEY (owner, day)
  CHECK ((length(owner) <= 200))
  rights postgres=arwdDxtm/postgres
  comment How many Idempotency-Keys each user has used on a day, and how many bytes of responses are kept for them.

table private.request_keys
  owner text not null
  key text not null
  request_hash bytea not null
  status integer
  headers jsonb
  body bytea
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (owner, key)
  CHECK ((length(key) <= 255))
  CHECK ((length(owner) <= 200))
  CREATE INDEX request_keys_created_at_idx ON private.request_keys USING btree (created_at)
  rights postgres=arwdDxtm/postgres
  comment Responses to requests with an Idempotency-Key, so that a repeated request has one effect.

table private.secrets
  name text not null
  value text not null
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(name) <= 100))
  CHECK ((length(value) <= 10000))
  rights postgres=arwdDxtm/postgres
  comment Secrets that all servers of an external database share. With the embedded database they are in a file.

table private.settings
  name text not null
  value text not null
  changed_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(name) <= 100))
  CHECK ((length(value) <= 10000))
  trigger after insert for each row when ((new.name = 'time_zone'::text)): _300_recount runs app.tg_settings__recount
  trigger after delete for each row when ((old.name = 'time_zone'::text)): _300_recount_delete runs app.tg_settings__recount
  trigger after update for each row when (((('time_zone'::text = old.name) OR ('time_zone'::text = new.name)) AND (old.value IS DISTINCT FROM new.value))): _300_recount_update runs app.tg_settings__recount
  rights postgres=arwdDxtm/postgres
  comment Settings that the SQL rules read, such as limits. Each start of a server writes the settings that come from the environment.

table private.spent_id_tokens
  token_hash text not null
  valid_until timestamp with time zone not null
  PRIMARY KEY (token_hash)
  CHECK ((length(token_hash) = 64))
  CREATE INDEX spent_id_tokens_valid_until_idx ON private.spent_id_tokens USING btree (valid_until)
  rights postgres=arwdDxtm/postgres
  comment Used ID tokens of providers. Each row is kept until its token expires.

table private.unlinked_identities
  user_id uuid not null
  provider text not null
  provider_id text not null
  unlinked_at timestamp with time zone not null default now()
  PRIMARY KEY (user_id, provider, provider_id)
  CHECK (((length(provider) >= 1) AND (length(provider) <= 100)))
  CHECK (((length(provider_id) >= 1) AND (length(provider_id) <= 1000)))
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  rights postgres=arwdDxtm/postgres
  comment Identities that were unlinked from an account. Only a manual link restores them.

table public.bids
  id uuid not null default app.new_id()
  job_id uuid not null [authenticated=a/postgres]
  contractor_id uuid not null [authenticated=a/postgres]
  amount numeric not null [authenticated=a/postgres]
  status text not null default 'pending'::text [authenticated=aw/postgres]
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  PRIMARY KEY (id)
  CHECK (app.is_money(amount))
  FOREIGN KEY (contractor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT
  CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text])))
  CREATE INDEX bids_amount_idx ON public.bids USING btree (amount DESC, id)
  CREATE INDEX bids_contractor_id_idx ON public.bids USING btree (contractor_id, created_at DESC)
  CREATE INDEX bids_job_id_idx ON public.bids USING btree (job_id, created_at)
  CREATE INDEX bids_newest_idx ON public.bids USING btree (created_at DESC, id) INCLUDE (job_id, contractor_id, status)
  CREATE UNIQUE INDEX bids_one_accepted ON public.bids USING btree (job_id) WHERE (status = 'accepted'::text)
  CREATE UNIQUE INDEX bids_one_live ON public.bids USING btree (job_id, contractor_id) WHERE (status = ANY (ARRAY['pending'::text, 'accepted'::text]))
  CREATE INDEX bids_status_idx ON public.bids USING btree (status, created_at DESC, id)
  policy bids_insert for insert to authenticated with check (app.permit((( SELECT app.my_role() AS my_role) = 'contractor'::text), 'Only contractors can place bids.'::text, 'Log in as a contractor.'::text) AND app.permit((contractor_id = ( SELECT auth.uid() AS uid)), 'You can bid only in your own name.'::text, 'Send your own id as contractor_id.'::text) AND app.permit((EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.id = bids.job_id) AND (j.facility_id <> ( SELECT auth.uid() AS uid))))), 'You cannot bid on this job.'::text, 'Look for another job.'::text))
  policy bids_select for select to authenticated using ((contractor_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR (job_id IN ( SELECT mine.id
   FROM app.my_job_ids() mine(id))))
  policy bids_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check app.permit((contractor_id = ( SELECT app.my_id_as('contractor'::text) AS my_id_as)), 'Only the contractor who placed this bid can change it.'::text, 'To accept a bid, use Accept Bid.'::text)
  trigger before insert for each row with ('bids'): _050_limit runs app.tg_limit_rows
  trigger before insert for each row: _100_stamp runs app.tg_bids__stamp
  trigger after insert for each row: _200_guard runs app.tg_bids__guard_insert
  trigger after update for each row: _200_guard_update runs app.tg_bids__guard_update
  trigger after insert for each row: _300_open_conversation runs app.tg_bids__open_conversation
  trigger after insert or delete for each row: _350_count runs app.tg_any__count
  trigger after update for each row when (((old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at))): _350_count_update runs app.tg_any__count
  trigger after update for each row when ((new.status <> old.status)): _410_notify_decided runs app.tg_bids__notify
  trigger after insert or update or delete for each row with ('app.bid_audience'): _900_record_change runs realtime.record_change
  trigger after delete referencing old table as changed for each statement: _950_broadcast_delete runs app.tg_bids__broadcast
  trigger after insert referencing new table as changed for each statement: _950_broadcast_insert runs app.tg_bids__broadcast
  trigger after update referencing old table as before new table as changed for each statement: _950_broadcast_update runs app.tg_bids__broadcast_update
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Offers of contractors to do a job for an amount. The amount never changes: a bid is withdrawn and another one placed. A procedure accepts bids; clients can set the status only to "withdrawn".

table public.consultations
  id uuid not null default gen_random_uuid()
  job_id uuid [authenticated=a/postgres]
  consultant_id uuid not null [authenticated=a/postgres]
  facility_id uuid not null [authenticated=a/postgres]
  fee numeric not null default 'NaN'::numeric [authenticated=a/postgres]
  scheduled_at timestamp with time zone not null [authenticated=a/postgres]
  duration_minutes integer not null default 0 [authenticated=a/postgres]
  ends_at timestamp with time zone not null
  status text not null default 'booked'::text [authenticated=aw/postgres]
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  PRIMARY KEY (id)
  FOREIGN KEY (consultant_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (((duration_minutes >= 0) AND (duration_minutes <= 480)))
  CHECK ((ends_at = (scheduled_at + make_interval(mins => duration_minutes))))
  FOREIGN KEY (facility_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (((fee = (0)::numeric) OR app.is_money(fee)))
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT
  EXCLUDE USING gist (consultant_id WITH =, tstzrange(scheduled_at, ends_at) WITH &&) WHERE (((status = 'booked'::text) AND (duration_minutes > 0)))
  CHECK ((status = ANY (ARRAY['booked'::text, 'cancelled'::text])))
  CHECK ((consultant_id <> facility_id))
  CREATE INDEX consultations_booked_idx ON public.consultations USING btree (scheduled_at) WHERE (status = 'booked'::text)
  CREATE INDEX consultations_consultant_id_idx ON public.consultations USING btree (consultant_id, scheduled_at)
  CREATE INDEX consultations_created_at_idx ON public.consultations USING btree (created_at)
  CREATE INDEX consultations_facility_id_idx ON public.consultations USING btree (facility_id, scheduled_at)
  CREATE INDEX consultations_job_id_idx ON public.consultations USING btree (job_id)
  policy consultations_insert for insert to authenticated with check (app.permit((( SELECT app.my_role() AS my_role) = 'facility'::text), 'Only facilities can book consultations.'::text, 'Log in as a facility.'::text) AND app.permit((facility_id = ( SELECT auth.uid() AS uid)), 'You can book only for your own facility.'::text, 'Send your own id as facility_id.'::text) AND app.permit(((EXISTS ( SELECT
   FROM public.profiles
  WHERE ((profiles.id = consultations.consultant_id) AND (profiles.role = 'consultant'::text)))) AND (NOT (consultant_id IN ( SELECT banned.id
   FROM app.banned_ids() banned(id))))), 'This consultant cannot be booked.'::text, 'Choose another consultant.'::text) AND app.permit(((job_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.id = consultations.job_id) AND (j.facility_id = ( SELECT auth.uid() AS uid)))))), 'A consultation can only be about a job of your own.'::text, 'Choose one of your jobs, or none.'::text))
  policy consultations_select for select to authenticated using ((facility_id = ( SELECT auth.uid() AS uid)) OR (consultant_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin))
  policy consultations_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check app.permit(((facility_id = ( SELECT auth.uid() AS uid)) OR (consultant_id = ( SELECT auth.uid() AS uid))), 'Only its facility and its consultant can change a consultation.'::text, 'Ask one of them to change it.'::text)
  trigger before insert for each row with ('consultations'): _050_limit runs app.tg_limit_rows
  trigger before insert for each row: _100_stamp runs app.tg_consultations__stamp
  trigger after insert for each row: _200_guard runs app.tg_consultations__guard_insert
  trigger after update for each row: _200_guard_update runs app.tg_consultations__guard_update
  trigger after insert for each row with ('consultations', 'facility_id'): _250_limit runs app.tg_limit
  trigger after insert for each row when (((new.fee > (0)::numeric) AND (new.status = 'booked'::text))): _300_create_payment runs app.tg_consultations__create_payment
  trigger after update for each row when (((new.status = 'cancelled'::text) AND (old.status = 'booked'::text))): _310_void_payment runs app.tg_consultations__void_payment
  trigger after insert for each row: _320_open_conversation runs app.tg_consultations__open_conversation
  trigger after insert for each row when ((new.status = 'booked'::text)): _400_notify runs app.tg_consultations__notify
  trigger after update for each row when (((new.status = 'cancelled'::text) AND (old.status = 'booked'::text))): _410_notify_cancelled runs app.tg_consultations__notify
  trigger after insert or update or delete for each row with ('app.consultation_audience'): _900_record_change runs realtime.record_change
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Appointments that facilities book with consultants. The fee is the consultant's fee at the time of booking. Clients can set the status only to "cancelled". Times never change: cancel the consultation and book another one.

table public.conversations
  id uuid not null default app.new_id()
  job_id uuid
  consultation_id uuid
  facility_id uuid not null
  partner_id uuid not null
  seq bigint not null default 0
  last_content text
  last_sender_name text
  last_message_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  FOREIGN KEY (consultation_id) REFERENCES public.consultations(id) ON DELETE RESTRICT
  FOREIGN KEY (facility_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT
  CHECK ((length(last_content) <= 4000))
  CHECK ((length(last_sender_name) <= 200))
  UNIQUE (consultation_id)
  UNIQUE (job_id, partner_id)
  FOREIGN KEY (partner_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK ((num_nonnulls(job_id, consultation_id) = 1))
  CHECK ((facility_id <> partner_id))
  CREATE INDEX conversations_facility_id_idx ON public.conversations USING btree (facility_id, COALESCE(last_message_at, created_at) DESC)
  CREATE INDEX conversations_partner_id_idx ON public.conversations USING btree (partner_id, COALESCE(last_message_at, created_at) DESC)
  policy conversations_select for select to authenticated using ((facility_id = ( SELECT auth.uid() AS uid)) OR (partner_id = ( SELECT auth.uid() AS uid)))
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Conversations of two users about a job or a consultation. A bid or a booking opens one, and triggers update it. Only its two users see it, and no client writes it.

table public.demo_requests
  id uuid not null default app.new_id()
  full_name text not null
  email text not null
  company text not null
  message text not null
  handled boolean not null default false [authenticated=w/postgres, service_role=w/postgres]
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  CHECK (((length(company) >= 1) AND (length(company) <= 200)))
  CHECK (((length(email) >= 3) AND (length(email) <= 320)))
  CHECK (((length(full_name) >= 1) AND (length(full_name) <= 200)))
  CHECK (((length(message) >= 1) AND (length(message) <= 5000)))
  CREATE INDEX demo_requests_created_at_idx ON public.demo_requests USING btree (created_at DESC)
  CREATE INDEX demo_requests_email_idx ON public.demo_requests USING btree (lower(email), created_at DESC)
  CREATE INDEX demo_requests_unhandled_idx ON public.demo_requests USING btree (created_at) WHERE (NOT handled)
  policy demo_requests_select for select to authenticated using ( SELECT app.is_admin() AS is_admin)
  policy demo_requests_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check ( SELECT app.is_admin() AS is_admin)
  trigger after update for each row when ((new.handled IS DISTINCT FROM old.handled)): _300_audit runs app.tg_demo_requests__audit
  trigger after update for each row when ((new.handled AND (NOT old.handled))): _310_mark_read runs app.tg_demo_requests__mark_read
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Requests of visitors for a demo. submit_demo_request creates them; admins read them and set handled.

table public.job_categories
  name text not null
  "position" integer not null
  PRIMARY KEY (name)
  CHECK (((length(name) >= 1) AND (length(name) <= 50)))
  policy job_categories_select for select to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL)
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The categories of jobs. All users with a role read them, and only migrations change them.

table public.job_photos
  id uuid not null default app.new_id()
  job_id uuid not null [authenticated=a/postgres, service_role=a/postgres]
  owner_id uuid not null default auth.uid() [authenticated=a/postgres, service_role=a/postgres]
  path text not null [authenticated=a/postgres, service_role=a/postgres]
  created_at timestamp with time zone not null default now()
  "position" integer not null default 1
  PRIMARY KEY (id)
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
  FOREIGN KEY (owner_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK ((length(path) <= 200))
  UNIQUE (path)
  CHECK (("position" > 0))
  CREATE INDEX job_photos_job_id_idx ON public.job_photos USING btree (job_id, "position")
  CREATE INDEX job_photos_owner_id_idx ON public.job_photos USING btree (owner_id, created_at)
  policy job_photos_delete for delete to authenticated using (owner_id = ( SELECT auth.uid() AS uid))
  policy job_photos_insert for insert to authenticated with check app.permit(((owner_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.jobs
  WHERE ((jobs.id = job_photos.job_id) AND (jobs.facility_id = ( SELECT auth.uid() AS uid)))))), 'You can add photos only to your own jobs.'::text, 'Choose one of your jobs.'::text)
  policy job_photos_select for select to authenticated using (EXISTS ( SELECT
   FROM public.jobs
  WHERE (jobs.id = job_photos.job_id)))
  trigger before insert for each row with ('job_photos'): _050_limit runs app.tg_limit_rows
  trigger before insert for each row: _100_stamp runs app.tg_job_photos__stamp
  trigger after insert for each row: _200_guard runs app.tg_job_photos__guard
  trigger after delete for each row: _210_guard runs app.tg_job_photos__guard_delete
  trigger after insert for each row with ('job_photos', 'owner_id'): _250_limit runs app.tg_limit
  trigger after delete referencing old table as changed for each statement: _950_broadcast_delete runs app.tg_job_photos__broadcast
  trigger after insert referencing new table as changed for each statement: _950_broadcast_insert runs app.tg_job_photos__broadcast
  trigger after update referencing new table as changed for each statement: _950_broadcast_update runs app.tg_job_photos__broadcast
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=rd/postgres
  comment Photos of jobs, at most six a job. The file is at path in the bucket documents. Update is not granted: a photo is removed and another one added.
  comment on "position" The place of the photo among those of its job, in the order in which they were added. Deleting a photo leaves a gap.

table public.jobs
  id uuid not null default app.new_id()
  facility_id uuid not null [authenticated=a/postgres]
  title text not null [authenticated=aw/postgres]
  description text not null [authenticated=aw/postgres]
  budget numeric not null [authenticated=aw/postgres]
  category text not null default 'General'::text [authenticated=aw/postgres]
  location text [authenticated=aw/postgres]
  status text not null default 'open'::text [authenticated=aw/postgres]
  is_deleted boolean not null default false [authenticated=aw/postgres]
  awarded_at timestamp with time zone
  awarded_contractor_id uuid
  finished_at timestamp with time zone
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  is_biddable boolean not null generated ((status = 'open'::text) AND (NOT is_deleted) AND (awarded_at IS NULL))
  town text not null default ''::text
  PRIMARY KEY (id)
  CHECK (((awarded_at IS NULL) = (awarded_contractor_id IS NULL)))
  FOREIGN KEY (awarded_contractor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (app.is_money(budget))
  FOREIGN KEY (category) REFERENCES public.job_categories(name) ON UPDATE CASCADE ON DELETE RESTRICT
  CHECK (((length(description) >= 1) AND (length(description) <= 5000)))
  FOREIGN KEY (facility_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK ((length(location) <= 200))
  CHECK ((status = ANY (ARRAY['open'::text, 'finished'::text])))
  CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  CHECK ((length(town) <= 100))
  CREATE INDEX jobs_awarded_contractor_id_idx ON public.jobs USING btree (awarded_contractor_id)
  CREATE INDEX jobs_biddable_budget_idx ON public.jobs USING btree (budget, id) INCLUDE (facility_id, is_biddable, category) WHERE is_biddable
  CREATE INDEX jobs_biddable_facility_idx ON public.jobs USING btree (facility_id) WHERE is_biddable
  CREATE INDEX jobs_biddable_newest_idx ON public.jobs USING btree (created_at DESC, id) INCLUDE (facility_id, is_biddable, category, budget) WHERE is_biddable
  CREATE INDEX jobs_biddable_title_idx ON public.jobs USING btree (title, id) INCLUDE (facility_id, created_at) WHERE is_biddable
  CREATE INDEX jobs_biddable_title_words_idx ON public.jobs USING gin (app.job_words(title, NULL::text, NULL::text, NULL::text)) WHERE is_biddable
  CREATE INDEX jobs_biddable_town_idx ON public.jobs USING btree (town, created_at DESC, id) INCLUDE (facility_id, is_biddable, category, budget) WHERE is_biddable
  CREATE INDEX jobs_biddable_words_idx ON public.jobs USING gin (app.job_words(title, description, location, category)) WHERE is_biddable
  CREATE INDEX jobs_category_idx ON public.jobs USING btree (category, is_deleted)
  CREATE INDEX jobs_facility_id_idx ON public.jobs USING btree (facility_id, created_at DESC)
  CREATE INDEX jobs_newest_idx ON public.jobs USING btree (created_at DESC, id) INCLUDE (facility_id, status, is_deleted, awarded_at, is_biddable)
  CREATE INDEX jobs_open_idx ON public.jobs USING btree (created_at) WHERE ((status = 'open'::text) AND (NOT is_deleted))
  CREATE INDEX jobs_title_trgm_idx ON public.jobs USING gin (title extensions.gin_trgm_ops)
  policy jobs_insert for insert to authenticated with check (app.permit((( SELECT app.my_role() AS my_role) = 'facility'::text), 'Only facilities can post jobs.'::text, 'Log in as a facility.'::text) AND app.permit((facility_id = ( SELECT auth.uid() AS uid)), 'You can post jobs only for your own facility.'::text, 'Send your own id as facility_id.'::text))
  policy jobs_select for select to authenticated using ((facility_id = ( SELECT auth.uid() AS uid)) OR (is_biddable AND (( SELECT app.my_role() AS my_role) = 'contractor'::text) AND (NOT (facility_id IN ( SELECT banned.id
   FROM app.banned_ids() banned(id))))) OR ( SELECT app.is_admin() AS is_admin) OR (id IN ( SELECT mine.id
   FROM app.my_bid_job_ids() mine(id))))
  policy jobs_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check app.permit(((facility_id = ( SELECT app.my_id_as('facility'::text) AS my_id_as)) OR (awarded_contractor_id = ( SELECT app.my_id_as('contractor'::text) AS my_id_as))), 'Only the facility that posted this job, or its contractor, can change it.'::text, 'Ask the facility to change it.'::text)
  trigger before insert for each row with ('jobs'): _050_limit runs app.tg_limit_rows
  trigger before insert or update for each row: _100_stamp runs app.tg_jobs__stamp
  trigger before insert for each row: _110_place_insert runs app.tg_jobs__place
  trigger before update for each row when (((((old.location IS DISTINCT FROM new.location) OR (old.facility_id IS DISTINCT FROM new.facility_id)) OR (old.town IS DISTINCT FROM new.town)) OR ((old.awarded_at IS NOT NULL) AND (new.awarded_at IS NULL)))): _110_place_update runs app.tg_jobs__place
  trigger after update for each row: _200_guard runs app.tg_jobs__guard
  trigger after insert for each row with ('jobs', 'facility_id'): _250_limit runs app.tg_limit
  trigger after update for each row when ((new.is_deleted AND (NOT old.is_deleted))): _300_reject_bids runs app.tg_jobs__reject_bids
  trigger after update for each row when (((new.status = 'finished'::text) AND (old.status = 'open'::text))): _310_create_payment runs app.tg_jobs__create_payment
  trigger after insert or delete for each row: _350_count runs app.tg_any__count
  trigger after update for each row when ((((((old.status IS DISTINCT FROM new.status) OR (old.is_deleted IS DISTINCT FROM new.is_deleted)) OR (old.category IS DISTINCT FROM new.category)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR ((old.awarded_at IS NULL) IS DISTINCT FROM (new.awarded_at IS NULL)))): _350_count_update runs app.tg_any__count
  trigger after update for each row when (((new.status = 'finished'::text) AND (old.status = 'open'::text))): _400_notify runs app.tg_jobs__notify
  trigger after insert or update or delete for each row with ('app.job_audience'): _900_record_change runs realtime.record_change
  trigger after delete for each row when (old.is_biddable): _950_broadcast_delete runs app.tg_jobs__broadcast
  trigger after insert for each row when (new.is_biddable): _950_broadcast_insert runs app.tg_jobs__broadcast
  trigger after update for each row when (((old.is_biddable OR new.is_biddable) AND ((((((((old.is_biddable IS DISTINCT FROM new.is_biddable) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.category IS DISTINCT FROM new.category)) OR (old.location IS DISTINCT FROM new.location)) OR (old.town IS DISTINCT FROM new.town)) OR (old.budget IS DISTINCT FROM new.budget)) OR (old.created_at IS DISTINCT FROM new.created_at)))): _950_broadcast_update runs app.tg_jobs__broadcast
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Work that facilities want done. Rows are never deleted: is_deleted removes them from the lists. Procedures and triggers set award and finish; their columns are not granted for update.
  comment on is_biddable Whether the job takes bids: it is open, not deleted and not awarded. Contractors still cannot bid while its facility is banned.
  comment on town The town of the map at which the job is, or an empty text. A trigger finds it from the location, or else from the location of the facility.

table public.messages
  id uuid not null default app.new_id()
  client_id uuid not null default gen_random_uuid() [authenticated=a/postgres]
  conversation_id uuid not null
  seq bigint not null
  job_id uuid [authenticated=a/postgres]
  consultation_id uuid [authenticated=a/postgres]
  sender_id uuid not null [authenticated=a/postgres]
  recipient_id uuid not null [authenticated=a/postgres]
  sender_name text not null [authenticated=a/postgres]
  content text not null [authenticated=a/postgres]
  read boolean not null default false [authenticated=aw/postgres]
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  PRIMARY KEY (id)
  FOREIGN KEY (consultation_id) REFERENCES public.consultations(id) ON DELETE RESTRICT
  CHECK (((length(content) >= 1) AND (length(content) <= 4000)))
  FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE RESTRICT
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT
  UNIQUE (sender_id, client_id)
  UNIQUE (conversation_id, seq)
  FOREIGN KEY (recipient_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (sender_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK ((length(sender_name) <= 200))
  CHECK ((num_nonnulls(job_id, consultation_id) = 1))
  CREATE INDEX messages_consultation_id_idx ON public.messages USING btree (consultation_id, created_at)
  CREATE INDEX messages_job_id_idx ON public.messages USING btree (job_id, created_at)
  CREATE INDEX messages_recipient_id_idx ON public.messages USING btree (recipient_id, created_at)
  CREATE INDEX messages_sender_id_idx ON public.messages USING btree (sender_id, created_at)
  CREATE INDEX messages_unread_idx ON public.messages USING btree (recipient_id, conversation_id) WHERE (NOT read)
  policy messages_insert for insert to authenticated with check app.permit(((sender_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.conversations c
  WHERE (c.id = messages.conversation_id)))), 'You are not part of this conversation.'::text, 'Choose a conversation in your inbox.'::text)
  policy messages_select for select to authenticated using ((sender_id = ( SELECT auth.uid() AS uid)) OR (recipient_id = ( SELECT auth.uid() AS uid)))
  policy messages_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check app.permit((recipient_id = ( SELECT auth.uid() AS uid)), 'Only the recipient can mark a message as read.'::text, 'You can mark the messages that you received.'::text)
  trigger before insert for each row with ('messages'): _050_limit runs app.tg_limit_rows
  trigger before insert for each row: _100_stamp runs app.tg_messages__stamp
  trigger after update for each row: _200_guard_update runs app.tg_messages__guard_update
  trigger after insert for each row: _250_limit runs app.tg_messages__guard_insert
  trigger after insert for each row when ((NOT new.read)): _400_notify runs app.tg_messages__notify
  trigger after insert or update or delete for each row with ('app.message_audience'): _900_record_change runs realtime.record_change
  trigger after update referencing new table as changed for each statement: _400_mark_read runs app.tg_messages__mark_read
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Messages, numbered within their conversation. Triggers set sender, name, time and number. Only read can be updated, and only by the recipient. Nothing is deleted.

table public.notice_kinds
  name text not null
  setting text
  template text not null
  title text not null
  reason text not null
  path text not null
  is_ahead boolean not null default false
  mail_pause interval
  headline text
  PRIMARY KEY (name)
  CHECK (((length(headline) >= 1) AND (length(headline) <= 200)))
  CHECK (((length(name) >= 1) AND (length(name) <= 50)))
  CHECK (((length(path) >= 1) AND (length(path) <= 200)))
  CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
  CHECK ((setting = ANY (ARRAY['messages'::text, 'job_updates'::text, 'payments'::text])))
  CHECK (((length(template) >= 1) AND (length(template) <= 50)))
  CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  policy notice_kinds_select for select to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL)
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The kinds of notices: the preference that each follows, the template of its email, its title, the reason to get it, and the screen that it opens. With is_ahead it is about a coming consultation, and no email is sent after that begins. mail_pause is the shortest time between two emails of kinds that strangers can cause. A new kind is a row here and a template. All users read it, and only migrations change it.
  comment on headline The title without the job or consultation. Null if the title names neither.

table public.notices
  id uuid not null default app.new_id()
  recipient_id uuid not null
  kind text not null
  source_id uuid not null
  job_id uuid
  consultation_id uuid
  other_id uuid
  amount numeric
  count integer not null default 1
  read boolean not null default false [authenticated=w/postgres]
  mail_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  CHECK ((count > 0))
  CHECK ((length(kind) <= 50))
  FOREIGN KEY (recipient_id) REFERENCES public.profiles(id) ON DELETE CASCADE
  CREATE INDEX notices_mail_at_idx ON public.notices USING btree (mail_at) WHERE (mail_at IS NOT NULL)
  CREATE INDEX notices_read_at_idx ON public.notices USING btree (created_at) WHERE read
  CREATE INDEX notices_recipient_id_idx ON public.notices USING btree (recipient_id, read, created_at DESC)
  CREATE INDEX notices_unread_at_idx ON public.notices USING btree (created_at) WHERE (NOT read)
  CREATE UNIQUE INDEX notices_unread_idx ON public.notices USING btree (recipient_id, source_id, kind) WHERE (NOT read)
  policy notices_select for select to authenticated using (recipient_id = ( SELECT auth.uid() AS uid))
  policy notices_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check (recipient_id = ( SELECT auth.uid() AS uid))
  trigger before update for each row: _100_stamp runs app.tg_notices__stamp
  trigger after update for each row: _200_guard runs app.tg_notices__guard
  trigger after insert or update or delete for each row with ('app.notice_audience'): _900_record_change runs realtime.record_change
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The notices of each user. Triggers write them. Only the recipient sees a notice, and may update nothing but read. recipient_id is the only foreign key, because each one costs every insert and the other rows are never deleted.

table public.notification_settings
  user_id uuid not null [authenticated=aw/postgres, service_role=aw/postgres]
  email boolean not null default true [authenticated=aw/postgres, service_role=aw/postgres]
  sound boolean not null default true [authenticated=aw/postgres, service_role=aw/postgres]
  messages boolean not null default true [authenticated=aw/postgres, service_role=aw/postgres]
  job_updates boolean not null default true [authenticated=aw/postgres, service_role=aw/postgres]
  payments boolean not null default true [authenticated=aw/postgres, service_role=aw/postgres]
  PRIMARY KEY (user_id)
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
  policy notification_settings_all for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check app.permit((user_id = ( SELECT auth.uid() AS uid)), 'You can change only your own settings.'::text, 'Send your own id as user_id.'::text)
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=rd/postgres
  comment The notices that a user wants, and how. Each user has a row from the start, with all of them on. Only its owner sees and changes it.

table public.payments
  id uuid not null default app.new_id()
  job_id uuid
  consultation_id uuid
  payer_id uuid not null
  payee_id uuid not null
  amount numeric not null
  status text not null default 'pending'::text
  reference text
  created_at timestamp with time zone not null default now()
  paid_at timestamp with time zone
  refunded_at timestamp with time zone
  status_at timestamp with time zone generated COALESCE(refunded_at, paid_at, created_at)
  PRIMARY KEY (id)
  CHECK (app.is_money(amount))
  FOREIGN KEY (consultation_id) REFERENCES public.consultations(id) ON DELETE RESTRICT
  UNIQUE (consultation_id)
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT
  UNIQUE (job_id)
  CHECK (((status = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL)))
  FOREIGN KEY (payee_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (payer_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (((length(reference) >= 1) AND (length(reference) <= 200)))
  CHECK (((status = 'refunded'::text) = (refunded_at IS NOT NULL)))
  CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'refunded'::text, 'void'::text])))
  CHECK ((num_nonnulls(job_id, consultation_id) = 1))
  CHECK ((payer_id <> payee_id))
  CREATE INDEX payments_newest_idx ON public.payments USING btree (created_at DESC, id) INCLUDE (payer_id, payee_id, status)
  CREATE INDEX payments_paid_at_idx ON public.payments USING btree (paid_at) INCLUDE (amount, status)
  CREATE INDEX payments_payee_id_idx ON public.payments USING btree (payee_id, status_at DESC, id)
  CREATE INDEX payments_payer_id_idx ON public.payments USING btree (payer_id, status_at DESC, id)
  CREATE INDEX payments_reference_trgm_idx ON public.payments USING gin (reference extensions.gin_trgm_ops)
  CREATE INDEX payments_status_idx ON public.payments USING btree (status, created_at DESC, id)
  policy payments_select for select to authenticated using ((payer_id = ( SELECT auth.uid() AS uid)) OR (payee_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin))
  trigger after insert or delete for each row: _350_count runs app.tg_any__count
  trigger after update for each row when ((((old.status IS DISTINCT FROM new.status) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.paid_at IS DISTINCT FROM new.paid_at))): _350_count_update runs app.tg_any__count
  trigger after insert for each row when ((new.status = 'pending'::text)): _400_notify runs app.tg_payments__notify
  trigger after update for each row when ((new.status <> old.status)): _410_notify_moved runs app.tg_payments__notify
  trigger after insert or update or delete for each row with ('app.payment_audience'): _900_record_change runs realtime.record_change
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Payments that are due or were made. A row is created when a job is finished or a consultation with a fee is booked. Only select is granted: record_payment and refund_payment change the status, and a cancellation makes it void.
  comment on status_at When the payment was refunded or paid. For a payment that is due or void, when it was created.

table public.profiles
  id uuid not null [authenticated=w/postgres]
  role text not null
  username text [authenticated=w/postgres]
  full_name text [authenticated=w/postgres]
  company_name text [authenticated=w/postgres]
  headline text [authenticated=w/postgres]
  location text [authenticated=w/postgres]
  bio text [authenticated=w/postgres]
  services text[] not null default '{}'::text[] [authenticated=w/postgres]
  certifications text[] not null default '{}'::text[] [authenticated=w/postgres]
  resume_url text [authenticated=w/postgres]
  profile_picture text [authenticated=w/postgres]
  documents jsonb not null default '{"resume": null, "certifications": []}'::jsonb [authenticated=w/postgres]
  is_hidden boolean not null default false [authenticated=w/postgres]
  consultation_fee numeric [authenticated=w/postgres]
  time_zone text not null default 'America/Denver'::text [authenticated=w/postgres]
  created_at timestamp with time zone not null default now()
  last_active_at timestamp with time zone
  is_filled boolean not null generated ((role IS DISTINCT FROM 'consultant'::text) OR (COALESCE(headline, ''::text) <> ''::text) OR (COALESCE(bio, ''::text) <> ''::text) OR (cardinality(services) > 0))
  PRIMARY KEY (id)
  CHECK ((length(bio) <= 5000))
  CHECK (app.is_text_list(certifications, 50, 100))
  CHECK ((length(company_name) <= 200))
  CHECK (app.is_money(consultation_fee))
  CHECK (((length(full_name) >= 1) AND (length(full_name) <= 200)))
  CHECK ((length(headline) <= 200))
  FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
  CHECK ((length(location) <= 200))
  CHECK ((length(profile_picture) <= 2000))
  CHECK ((length(resume_url) <= 2000))
  CHECK ((role = ANY (ARRAY['facility'::text, 'contractor'::text, 'consultant'::text, 'admin'::text])))
  CHECK (app.is_text_list(services, 50, 100))
  CHECK ((length(time_zone) <= 100))
  CHECK (((length(username) >= 1) AND (length(username) <= 100)))
  CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at)
  CREATE INDEX profiles_name_trgm_idx ON public.profiles USING gin (full_name extensions.gin_trgm_ops, username extensions.gin_trgm_ops, company_name extensions.gin_trgm_ops)
  CREATE INDEX profiles_role_idx ON public.profiles USING btree (role, created_at)
  policy profiles_select for select to authenticated using ((id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR ((role = 'consultant'::text) AND (NOT is_hidden) AND is_filled AND (( SELECT app.my_role() AS my_role) IS NOT NULL)) OR (id IN ( SELECT mine.id
   FROM app.my_counterpart_ids() mine(id))) OR ((NOT is_hidden) AND (( SELECT app.my_role() AS my_role) = 'contractor'::text) AND (EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.facility_id = profiles.id) AND j.is_biddable)))))
  policy profiles_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check app.permit((id = ( SELECT auth.uid() AS uid)), 'You can change only your own profile.'::text, 'Filter by your own id.'::text)
  trigger before update of bio, certifications, company_name, consultation_fee, documents, full_name, headline, id, is_hidden, location, profile_picture, resume_url, services, time_zone, username for each row: _100_stamp runs app.tg_profiles__stamp
  trigger after insert or update of company_name, full_name, role, username for each row: _300_update_search_text runs app.tg_profiles__update_search_text
  trigger after update for each row when (((new.role = 'facility'::text) AND ((old.location IS DISTINCT FROM new.location) OR (old.is_hidden IS DISTINCT FROM new.is_hidden)))): _320_place_jobs runs app.tg_profiles__place_jobs
  trigger after insert or delete for each row: _350_count runs app.tg_any__count
  trigger after update for each row when (((old.role IS DISTINCT FROM new.role) OR (old.created_at IS DISTINCT FROM new.created_at))): _350_count_update runs app.tg_any__count
  trigger after insert or update of role for each row with ('id'): _900_forget_groups runs realtime.forget_groups
  trigger after insert or update or delete for each row: _900_record_change runs realtime.record_change
  trigger after update of company_name, full_name, is_hidden, role, username for each row when ((old.role = 'facility'::text)): _950_broadcast runs app.tg_profiles__broadcast
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=rw/postgres
  comment The profile of each user who has a role. Rows cannot be inserted or deleted by clients; role, created_at and last_active_at are not granted for update. Emails and phone numbers are in app.contacts.
  comment on is_filled False for a consultant without a headline, a bio and a service.

table public.reviews
  id uuid not null default app.new_id()
  consultation_id uuid not null [authenticated=a/postgres]
  consultant_id uuid not null [authenticated=a/postgres]
  facility_id uuid not null [authenticated=a/postgres]
  rating integer not null [authenticated=a/postgres]
  comment text [authenticated=a/postgres]
  reviewer_name text [authenticated=a/postgres]
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  counts_from timestamp with time zone
  PRIMARY KEY (id)
  CHECK ((length(comment) <= 2000))
  FOREIGN KEY (consultant_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (consultation_id) REFERENCES public.consultations(id) ON DELETE RESTRICT
  UNIQUE (consultation_id)
  FOREIGN KEY (facility_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (((rating >= 1) AND (rating <= 5)))
  CHECK ((length(reviewer_name) <= 200))
  CREATE INDEX reviews_consultant_id_idx ON public.reviews USING btree (consultant_id, created_at DESC) INCLUDE (rating, counts_from)
  CREATE INDEX reviews_facility_id_idx ON public.reviews USING btree (facility_id, created_at)
  policy reviews_insert for insert to authenticated with check app.permit(((facility_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.consultations c
  WHERE ((c.id = reviews.consultation_id) AND (c.facility_id = ( SELECT auth.uid() AS uid)))))), 'Only the facility that booked a consultation can review it.'::text, 'Choose a consultation that you booked.'::text)
  policy reviews_select for select to authenticated using ((consultant_id = ( SELECT auth.uid() AS uid)) OR (facility_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.profiles
  WHERE ((profiles.id = reviews.consultant_id) AND (NOT profiles.is_hidden)))))
  trigger before insert for each row with ('reviews'): _050_limit runs app.tg_limit_rows
  trigger before insert for each row: _100_stamp runs app.tg_reviews__stamp
  trigger after insert for each row: _200_guard runs app.tg_reviews__guard
  trigger after insert for each row with ('reviews', 'facility_id'): _250_limit runs app.tg_limit
  trigger after insert or update or delete for each row: _900_record_change runs realtime.record_change
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=ar/postgres
  comment Reviews of consultations by their facility, at most one each. Update and delete are not granted: an admin can remove a review, with a reason.
  comment on counts_from The review counts toward the average rating from this time. Null if it never counts, because another review of the same facility counted in the 30 days before.

table realtime.changes
  id bigint not null identity
  xid xid8 not null default pg_current_xact_id()
  at timestamp with time zone not null default now()
  schema_name text not null
  table_name text not null
  kind text not null
  new_row jsonb
  old_row jsonb
  new_audience text[]
  old_audience text[]
  PRIMARY KEY (id)
  CHECK ((kind = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
  CHECK ((length(schema_name) <= 63))
  CHECK ((length(table_name) <= 63))
  CREATE INDEX changes_at_idx ON realtime.changes USING btree (at)
  CREATE INDEX changes_xid_idx ON realtime.changes USING btree (xid)
  rights postgres=arwdDxtm/postgres
  comment Each change of a watched row. A reader takes the rows whose transaction has become visible since the previous read.
  comment on new_audience The groups that see the new row. It is null for a table without a declared audience.
  comment on old_audience The groups that saw the old row.

table realtime.messages
  id uuid not null default gen_random_uuid() [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  topic text not null [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  extension text not null [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  event text [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  payload jsonb [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  private boolean default false [anon=a/postgres, authenticated=a/postgres, service_role=a/postgres]
  inserted_at timestamp without time zone not null default (clock_timestamp() AT TIME ZONE 'UTC'::text)
  updated_at timestamp without time zone not null default (clock_timestamp() AT TIME ZONE 'UTC'::text)
  PRIMARY KEY (id)
  CHECK ((length(extension) <= 50))
  CHECK ((length(topic) <= 500))
  CREATE INDEX messages_inserted_at_idx ON realtime.messages USING btree (inserted_at)
  CREATE INDEX messages_topic_idx ON realtime.messages USING btree (topic, inserted_at) WHERE (event IS NOT NULL)
  policy topics_insert for insert to authenticated with check ((topic = ( SELECT realtime.topic() AS topic)) AND (extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT app.can_send_to_topic(( SELECT realtime.topic() AS topic)) AS can_send_to_topic))
  policy topics_select for select to authenticated using ((topic = ( SELECT realtime.topic() AS topic)) AND (extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT app.can_read_topic(( SELECT realtime.topic() AS topic)) AS can_read_topic))
  trigger after insert for each row when (((new.extension = 'broadcast'::text) AND (new.event IS NOT NULL))): _900_record_message runs realtime.record_message
  rights anon=r/postgres, authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres

table storage.buckets
  id text not null
  name text not null
  owner uuid
  created_at timestamp with time zone default now()
  updated_at timestamp with time zone default now()
  public boolean default false
  avif_autodetection boolean default false
  file_size_limit bigint
  allowed_mime_types text[]
  owner_id text
  PRIMARY KEY (id)
  CHECK (((length(id) >= 1) AND (length(id) <= 100)))
  CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  UNIQUE (name)
  policy product_buckets_select for select to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL)
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arwd/postgres

table storage.objects
  id uuid not null default gen_random_uuid()
  bucket_id text [authenticated=aw/postgres]
  name text [authenticated=aw/postgres]
  owner uuid [authenticated=a/postgres]
  created_at timestamp with time zone default now()
  updated_at timestamp with time zone default now() [authenticated=w/postgres]
  last_accessed_at timestamp with time zone default now()
  metadata jsonb [authenticated=aw/postgres]
  path_tokens text[] generated string_to_array(name, '/'::text)
  version text [authenticated=aw/postgres]
  owner_id text [authenticated=a/postgres]
  user_metadata jsonb [authenticated=aw/postgres]
  PRIMARY KEY (id)
  FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT
  CHECK (((length(name) >= 1) AND (length(name) <= 1024)))
  CREATE UNIQUE INDEX bucketid_objname ON storage.objects USING btree (bucket_id, name)
  CREATE UNIQUE INDEX objects_bucket_id_name_idx ON storage.objects USING btree (bucket_id, name COLLATE "C")
  CREATE INDEX objects_owner_id_idx ON storage.objects USING btree (owner_id)
  CREATE UNIQUE INDEX objects_version_idx ON storage.objects USING btree (version)
  policy product_objects_delete for delete to authenticated using ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND (owner_id = ( SELECT (auth.uid())::text AS uid)))
  policy product_objects_insert for insert to authenticated with check ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND app.permit((( SELECT app.my_role() AS my_role) IS NOT NULL), 'Your account has no role yet.'::text, 'Ask an admin to give you one.'::text) AND app.permit((EXISTS ( SELECT
   FROM app.parse_file_path(objects.bucket_id, objects.name) file(owner, kind, max_bytes, types, max_side_pixels)
  WHERE (file.owner = ( SELECT auth.uid() AS uid)))), 'You can store files only in the folders of your own documents.'::text, 'Use a path like <your id>/resume/cv.pdf.'::text))
  policy product_objects_select for select to authenticated using ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND ((owner_id = ( SELECT (auth.uid())::text AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR ((path_tokens[2] = ANY (ARRAY['resume'::text, 'certification'::text])) AND (( SELECT app.my_role() AS my_role) = 'facility'::text) AND (EXISTS ( SELECT
   FROM public.profiles p
  WHERE ((p.id = objects.owner) AND (p.role = 'consultant'::text))))) OR ((path_tokens[2] = 'job-photo'::text) AND (EXISTS ( SELECT
   FROM public.job_photos photo
  WHERE (photo.path = objects.name))))))
  policy product_objects_update for update to authenticated using ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND (owner_id = ( SELECT (auth.uid())::text AS uid))) with check ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND app.permit((EXISTS ( SELECT
   FROM app.parse_file_path(objects.bucket_id, objects.name) file(owner, kind, max_bytes, types, max_side_pixels)
  WHERE (file.owner = ( SELECT auth.uid() AS uid)))), 'You can store files only in the folders of your own documents.'::text, 'Use a path like <your id>/resume/cv.pdf.'::text))
  trigger before insert or update or delete for each statement: _050_lock_owner runs app.tg_objects__lock_owner
  trigger before insert or update of bucket_id, metadata, name for each row: _100_stamp runs app.tg_objects__stamp
  trigger after update of name, version or delete for each row when ((old.bucket_id = 'documents'::text)): _200_guard runs app.tg_objects__guard_photo
  trigger after insert or update of version for each row: _250_limit runs app.tg_objects__limit
  trigger after insert or update of name, version or delete for each row: _300_keep_documents runs app.tg_objects__keep_documents
  trigger after delete for each row when ((old.version IS NOT NULL)): _900_note_deleted_file runs storage.note_unused_file
  trigger after update of version for each row when (((old.version IS DISTINCT FROM new.version) AND (old.version IS NOT NULL))): _900_note_replaced_file runs storage.note_unused_file
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=arwd/postgres

-- views

view app.audit_entries security_invoker=true
  id bigint
  at timestamp with time zone
  action text
  reason text
  details jsonb
  actor_id uuid
  actor_name text
  subject text
  subject_name text
  other_name text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres

view app.biddable_jobs security_invoker=true
  id uuid
  facility_id uuid
  title text
  description text
  budget numeric
  category text
  location text
  status text
  is_deleted boolean
  awarded_at timestamp with time zone
  awarded_contractor_id uuid
  finished_at timestamp with time zone
  created_at timestamp with time zone
  is_biddable boolean
  town text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Biddable jobs whose facility is not banned.

view app.jobs_without_bids security_invoker=true
  id uuid
  facility_id uuid
  title text
  description text
  budget numeric
  category text
  location text
  status text
  is_deleted boolean
  awarded_at timestamp with time zone
  awarded_contractor_id uuid
  finished_at timestamp with time zone
  created_at timestamp with time zone
  is_biddable boolean
  town text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Jobs that were posted more than three days ago, can be bid on, and have no bid.

view app.newcomers security_invoker=true
  id uuid
  email text
  phone text
  full_name text
  created_at timestamp with time zone
  banned_until timestamp with time zone
  rights postgres=arwdDxtm/postgres
  comment Self-registered users who confirmed an email or a phone and have no role yet.

view private.current_counters security_invoker=true
  metric private.metric
  bucket text
  day date
  value numeric
  rights postgres=arwdDxtm/postgres
  comment The rolled-up counters and the changes since then. Sum the values.

view public.admin_audit_entries security_invoker=true
  id bigint
  at timestamp with time zone
  action text
  reason text
  details jsonb
  actor_id uuid
  actor_name text
  subject text
  subject_name text
  other_name text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The audit log with names: who did what, to whom and why. For admins.

view public.admin_dead_letters security_invoker=true
  id uuid
  kind text
  about text
  recipient_id uuid
  address text
  attempts integer
  last_error text
  created_at timestamp with time zone
  dead_at timestamp with time zone
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Emails that the server gave up on, newest first. For admins.

view public.admin_live_metrics security_invoker=true
  open_jobs bigint
  pending_bids bigint
  today date
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The number of open jobs and of pending bids, and today's date in the installation's time zone. For admins.

view public.admin_newcomers security_invoker=true
  id uuid
  email text
  phone text
  full_name text
  created_at timestamp with time zone
  banned_until timestamp with time zone
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Self-registered users who confirmed an email or a phone and have no role yet. For admins.

view public.admin_user_list security_invoker=true
  id uuid
  username text
  email text
  role text
  company_name text
  created_at timestamp with time zone
  last_active_at timestamp with time zone
  full_name text
  banned_until timestamp with time zone
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment All users who have a role, with the time until which they are banned. For admins.

view public.dashboard_available_jobs security_invoker=true
  id uuid
  title text
  description text
  category text
  location text
  budget numeric
  created_at timestamp with time zone
  facility_id uuid
  facility_name text
  bid_count bigint
  my_bid_status text
  can_bid boolean
  town text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Jobs that are open for bids, with the number of pending and accepted bids, the status of the caller's own latest bid and the town on the map, which is empty if it is unknown. For contractors.

view public.dashboard_consultant_summary security_invoker=true
  consultations bigint
  earnings numeric
  upcoming bigint
  average_rating numeric
  review_count bigint
  amount_due numeric
  amount_paid numeric
  today date
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the calling consultant, and today's date in the consultant's time zone.

view public.dashboard_contractor_summary security_invoker=true
  total_bids bigint
  awarded_bids bigint
  win_rate numeric
  pending_bids bigint
  finished_bids bigint
  rejected_bids bigint
  withdrawn_bids bigint
  amount_due numeric
  amount_paid numeric
  decided_win_rate numeric
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the calling contractor.

view public.dashboard_facility_job_bids security_invoker=true
  bid_id uuid
  job_id uuid
  contractor_id uuid
  contractor_name text
  amount numeric
  bid_status text
  created_at timestamp with time zone
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The bids on the jobs of the facility that calls.

view public.dashboard_facility_summary security_invoker=true
  active_contractors bigint
  booked_consultants bigint
  active_jobs bigint
  total_jobs bigint
  total_bids bigint
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the calling facility.

view public.dashboard_inbox_preview security_invoker=true
  id uuid
  thread_type text
  job_id uuid
  consultation_id uuid
  thread_title text
  sender_name text
  content text
  created_at timestamp with time zone
  unread_count bigint
  counterpart_id uuid
  counterpart_name text
  is_unanswered boolean
  counterpart_picture text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The conversations of the caller, with the other side, the latest message, the number of unread ones, and whether the other side wrote last.

view public.dashboard_total_users_by_role security_invoker=true
  role text
  total bigint
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The number of users with each role. For admins.

view public.dashboard_waiting security_invoker=true
  kind text
  id uuid
  title text
  job_id uuid
  consultation_id uuid
  other_id uuid
  other_name text
  amount numeric
  count bigint
  since timestamp with time zone
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The open items of the caller: bids to review, payments due, reviews to leave, work to finish, consultations within 24 hours and unread messages. For admins: demo requests, the newest 101 users without a role, the newest 101 jobs without a bid for three days, and emails that the server gave up on.

view public.dashboard_waiting_counts security_invoker=true
  kind text
  number bigint
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The numbers of the caller's open items by kind. Each bid, unread message and failed email counts. Jobs without bids and users without a role are counted up to 101.

view public.my_notices security_invoker=true
  id uuid
  kind text
  setting text
  job_id uuid
  consultation_id uuid
  count integer
  read boolean
  created_at timestamp with time zone
  title text
  reason text
  link text
  group_title text
  headline text
  actor_name text
  actor_picture text
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The notices of the caller in words, with the reason, a link, and the user who caused it. The headline is the title without the job or consultation, which is the group_title.

-- functions

function app.accept_bid(selected uuid, of_job uuid) returns public.bids
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.acting_admins() returns SETOF uuid
  sql volatile security definer search_path="", rights postgres=X/postgres
function app.active_bid_count_of(job uuid) returns bigint
  sql stable security definer search_path="", rights postgres=X/postgres
function app.admin_admit(account uuid, new_role text, full_name text, company_name text, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_ban(account uuid, until timestamp with time zone, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_dead_letters() returns TABLE(id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text, created_at timestamp with time zone, dead_at timestamp with time zone)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_end_sessions(account uuid, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_job_candidates(query text) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.admin_list_number(list text, wanted_bucket text) returns bigint
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_newcomers() returns TABLE(id uuid, email text, phone text, full_name text, created_at timestamp with time zone, banned_until timestamp with time zone)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_release_award(of_job uuid, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_remove_mail(mail uuid) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_remove_review(review uuid, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_search(query text, OUT first_id uuid, OUT last_id uuid, OUT pattern text, OUT people uuid[], OUT jobs uuid[], OUT are_all_jobs boolean) returns record
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.admin_search_audit(query text, wanted_action text, latest timestamp with time zone, beyond bigint) returns SETOF bigint
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_search_bids(query text, wanted_status text, latest timestamp with time zone, beyond uuid) returns SETOF public.bids
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_search_jobs(query text, wanted_state text, latest timestamp with time zone, beyond uuid) returns SETOF public.jobs
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_search_payments(query text, wanted_status text, latest timestamp with time zone, beyond uuid) returns SETOF public.payments
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_search_users(query text, by_role boolean) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_send_again(mail uuid) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_set_role(account uuid, new_role text, reason text) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_user_activity(account uuid, latest timestamp with time zone, beyond text, page_size integer) returns TABLE(key text, at timestamp with time zone, kind text, title text, job_id uuid, amount numeric, budget numeric, rating integer, other_id uuid, other_name text)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_user_overview(account uuid) returns TABLE(id uuid, role text, username text, full_name text, company_name text, location text, profile_picture text, email text, phone text, created_at timestamp with time zone, last_active_at timestamp with time zone, banned_until timestamp with time zone, session_count bigint, second_factors text[], document_count integer, bid_count bigint, bids_pending bigint, bids_won bigint, bids_decided bigint, job_count bigint, jobs_open bigint, jobs_awarded bigint, jobs_finished bigint, consultation_count bigint, consultations_upcoming bigint, average_rating numeric, review_count bigint, payment_count bigint, amount_of_year numeric, amount_of_year_before numeric, amount_due numeric, monthly_counts bigint[])
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.admin_user_sessions(account uuid) returns TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, has_second_factor boolean)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.any_job_matches(condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean, size integer, towns text[], near text[], titled uuid[], partly_titled uuid[]) returns uuid[]
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.audit(action text, subject text, reason text, details jsonb DEFAULT '{}'::jsonb) returns void
  sql volatile security definer search_path="", rights postgres=X/postgres
function app.audit_search_text(entry_id bigint) returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.available_job_position(job public.jobs) returns jsonb
  sql stable security definer search_path="", TimeZone=UTC, rights postgres=X/postgres
function app.available_job_row(job public.jobs) returns jsonb
  sql stable security definer search_path="", TimeZone=UTC, rights postgres=X/postgres
function app.available_job_towns(query text, wanted_category text, budget_from numeric, budget_to numeric, within_miles integer) returns TABLE(name text, latitude numeric, longitude numeric, size integer, miles integer, jobs integer, job_id uuid, budget numeric, my_bid numeric, snapshot text)
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, work_mem=32MB, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.banned_ids() returns SETOF uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.begin_admin_action() returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.best_people(people uuid[], query text) returns SETOF uuid
  sql stable security definer search_path="", rights postgres=X/postgres
function app.bid_audience(bid public.bids) returns text[]
  sql stable security definer search_path="", rights postgres=X/postgres
function app.bid_count_of(job uuid) returns bigint
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.biddable_job_count(wanted_category text) returns bigint
  sql stable security definer search_path="", rights postgres=X/postgres
function app.biddable_job_page(condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean, skip integer, size integer, among uuid[] DEFAULT NULL::uuid[], towns text[] DEFAULT NULL::text[], near text[] DEFAULT NULL::text[], titled uuid[] DEFAULT NULL::uuid[], partly_titled uuid[] DEFAULT NULL::uuid[]) returns uuid[]
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.broadcast_available(event text, content jsonb) returns void
  sql volatile search_path="", rights postgres=X/postgres
function app.can_read_topic(topic text) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.can_send_to_topic(topic text) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.check_limit(name text, times timestamp with time zone[]) returns void
  plpgsql stable search_path="", rights postgres=X/postgres
function app.check_link(field text, owner uuid, link text) returns void
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_message_time(message public.messages) returns void
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.check_money(field text, input numeric) returns void
  plpgsql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_not_repeated(client uuid) returns void
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.check_profile(profile public.profiles) returns void
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_range(start_date date, end_date date) returns void
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_reason(reason text) returns text
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.check_text(field text, input text, max_length integer, is_required boolean DEFAULT false) returns void
  plpgsql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_text_list(field text, texts text[]) returns void
  plpgsql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.check_time_zone(zone text) returns void
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.claim_dead_letter(mail uuid, action text) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.confirm_demo_request(request public.demo_requests) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.confirm_review(review uuid) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.consultation_audience(consultation public.consultations) returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.consultation_candidates(query text) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.consultation_conversation_access(of_consultation uuid) returns TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
  sql stable security definer search_path="", rights postgres=X/postgres
function app.consultation_title(scheduled_at timestamp with time zone, zone text) returns text
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.conversation_access(of_job uuid, of_consultation uuid, contractor uuid) returns TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.conversation_of(message public.messages) returns uuid
  sql stable security definer search_path="", rights postgres=X/postgres
function app.counters_of(entry app.audit_log, zone text) returns TABLE(metric private.metric, bucket text, day date, value numeric)
  sql immutable search_path="", rights postgres=X/postgres
function app.counters_of(bid public.bids, zone text) returns TABLE(metric private.metric, bucket text, day date, value numeric)
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.counters_of(job public.jobs, zone text) returns TABLE(metric private.metric, bucket text, day date, value numeric)
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.counters_of(payment public.payments, zone text) returns TABLE(metric private.metric, bucket text, day date, value numeric)
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.counters_of(profile public.profiles, zone text) returns TABLE(metric private.metric, bucket text, day date, value numeric)
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.create_notification_email(account uuid, notices uuid[], is_requested boolean DEFAULT false) returns void
  sql volatile security definer search_path="", rights postgres=X/postgres
function app.create_profile(account auth.users) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.create_reminders() returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.daily_values(start_date date, end_date date, wanted private.metric) returns TABLE(day date, value numeric)
  sql stable security definer search_path="", rights postgres=X/postgres
function app.day_of(moment timestamp with time zone, zone text) returns date
  sql immutable search_path="", rights postgres=X/postgres
function app.days(start_date date, end_date date) returns TABLE(day date, starts timestamp with time zone, ends timestamp with time zone)
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.dead_letters() returns TABLE(id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text, created_at timestamp with time zone, dead_at timestamp with time zone)
  sql stable security definer search_path="", rights postgres=X/postgres
function app.demo_request_email(outbox_id uuid) returns jsonb
  sql stable search_path="", rights postgres=X/postgres
function app.display_name(profile public.profiles) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.email_all_due_notices() returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.email_delay() returns interval
  sql immutable search_path="", rights postgres=X/postgres
function app.email_due_notices(account uuid) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.email_items(email private.notification_emails) returns jsonb
  sql stable search_path="", rights postgres=X/postgres
function app.end_my_session(session uuid) returns void
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.expose(signature text, description text, roles text DEFAULT 'authenticated, service_role'::text) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.fee_of(consultant uuid) returns numeric
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.files_of(owner uuid, file_kind text) returns text[]
  sql stable security definer search_path="", rights postgres=X/postgres
function app.fill_pattern(pattern text, field_values jsonb) returns text
  plpgsql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.find_available_jobs(query text, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean, skip integer, size integer, within_miles integer, town text, by_distance boolean, by_relevance boolean) returns TABLE(id uuid, total bigint, has_more boolean, snapshot text)
  plpgsql stable security definer search_path="", work_mem=32MB, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.find_jobs_without_bids(sorted_by text, descending boolean, max_rows bigint) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.first_job_matches(condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean, size integer, towns text[]) returns uuid[]
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.format_amount(amount numeric) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.format_range(lowest numeric, highest numeric) returns text
  sql immutable search_path="", rights postgres=X/postgres
function app.format_time(moment timestamp with time zone, zone text) returns text
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_consultation_analytics(start_date date, end_date date) returns TABLE(date date, count bigint)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_daily_analytics(start_date date, end_date date) returns TABLE(date date, posted_jobs bigint, bids bigint, consultations bigint, users bigint, revenue numeric)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_job_analytics(start_date date, end_date date) returns TABLE(date date, posted_jobs bigint, bids bigint)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_job_categories() returns TABLE(category text, count bigint)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_job_category_analytics(start_date date, end_date date) returns TABLE(category text, count bigint)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_revenue_analytics(start_date date, end_date date) returns TABLE(date date, amount numeric)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.get_user_growth(start_date date, end_date date) returns TABLE(date date, count bigint)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.give_first_role(account uuid, new_role text) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.give_role(account uuid, new_role text) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.has_more_biddable_jobs(wanted_category text, budget_from numeric, budget_to numeric, towns text[], number integer) returns boolean
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.id_range(query text, OUT first_id uuid, OUT last_id uuid) returns record
  plpgsql immutable search_path="", rights postgres=X/postgres
function app.is_admin() returns boolean
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_available(job public.jobs) returns boolean
  sql stable security definer search_path="", rights postgres=X/postgres
function app.is_blank(input text) returns boolean
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_consultant_busy(consultant uuid, starts timestamp with time zone, ends timestamp with time zone) returns boolean
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_direct() returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_in_state(job public.jobs, state text) returns boolean
  sql stable search_path="", rights postgres=X/postgres
function app.is_money(amount numeric) returns boolean
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_profile_empty(consultant uuid) returns boolean
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_server() returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.is_text_list(texts text[], max_count integer, max_length integer) returns boolean
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_audience(job public.jobs) returns text[]
  sql stable security definer search_path="", rights postgres=X/postgres
function app.job_candidates(query text) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_condition(words text[], stems text[]) returns tsquery
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_conversation_access(of_job uuid, contractor uuid) returns TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_search(query text) returns tsquery
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_search_words(query text) returns TABLE(word text, stem text)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.job_title_matches(job uuid, pattern text) returns boolean
  sql stable search_path="", rights postgres=X/postgres
function app.job_title_matches_of(query text, OUT complete uuid[], OUT partial uuid[]) returns record
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.job_word_statistics(query text, OUT rare tsquery, OUT common_share double precision) returns record
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.job_words(job_title text, job_description text, job_location text, job_category text) returns tsvector
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.keep_one_resume(owner uuid, written storage.objects) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.kind_of(object storage.objects) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.like_pattern(query text) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.limit_window(name text) returns interval
  sql stable search_path="", rights postgres=X/postgres
function app.live_groups() returns text[]
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.live_metrics() returns TABLE(open_jobs bigint, pending_bids bigint, today date)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.lock_action(name text) returns void
  sql volatile search_path="", rights postgres=X/postgres
function app.lock_documents(owner uuid) returns void
  sql volatile security definer search_path="", rights postgres=X/postgres
function app.lock_user(account uuid) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.mail_kinds() returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.mail_pause_end(notice_kind public.notice_kinds, recipient uuid) returns timestamp with time zone
  sql stable search_path="", rights postgres=X/postgres
function app.mark_newcomer_notices_read() returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.mark_read(recipient uuid, source uuid, kinds text[]) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.match_rank(title text, query text) returns integer
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.message_audience(message public.messages) returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.miles(latitude numeric, longitude numeric, to_latitude numeric, to_longitude numeric) returns double precision
  sql immutable search_path="", rights postgres=X/postgres
function app.min_job_matches(common_share double precision, wanted_category text) returns double precision
  sql stable security definer search_path="", rights postgres=X/postgres
function app.my_bid_job_ids() returns SETOF uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.my_consultation_counts() returns jsonb
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_conversation_ids() returns SETOF uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.my_counterpart_ids() returns SETOF uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.my_figures(my_role text) returns jsonb
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_id_as(required_role text) returns uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_job_counts() returns jsonb
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_job_ids() returns SETOF uuid
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.my_name() returns text
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_open_items_by_kind() returns jsonb
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_role() returns text
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_sessions() returns TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, ip inet, is_this boolean)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.my_time_zone() returns text
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.my_town() returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.name_of(account uuid) returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.new_id() returns uuid
  plpgsql volatile parallel safe search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment A new id for a row. It begins with the time, so new rows are neighbors in an index. It must not serve as a secret.
function app.next_email_at(account uuid) returns timestamp with time zone
  sql stable search_path="", rights postgres=X/postgres
function app.notice_audience(notice public.notices) returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.notice_link(notice public.notices, path text, role text) returns text
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.notice_values(notice public.notices) returns jsonb
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.notify(of_kind text, recipient uuid, source uuid, job uuid, consultation uuid, other uuid, of_amount numeric DEFAULT NULL::numeric, happened timestamp with time zone DEFAULT now()) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.number_message(message public.messages) returns public.messages
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.parse_file_path(bucket text, path text) returns TABLE(owner uuid, kind text, max_bytes bigint, types text[], max_side_pixels integer)
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.payment_audience(payment public.payments) returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.permit(is_allowed boolean, message text, hint text) returns boolean
  plpgsql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.person_candidates(query text) returns SETOF uuid
  plpgsql stable security definer search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.phone_like_pattern(query text) returns text
  sql immutable search_path="", rights postgres=X/postgres
function app.photo_paths_of(job uuid) returns jsonb
  sql stable security definer search_path="", rights postgres=X/postgres
function app.rare_job_matches(rare tsquery, condition tsquery) returns uuid[]
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights postgres=X/postgres
function app.record_payment(payment uuid, given_reference text) returns public.payments
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.refund_payment(payment uuid) returns public.payments
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.refuse(status integer, code text, message text, hint text DEFAULT NULL::text, headers jsonb DEFAULT '{}'::jsonb) returns void
  plpgsql volatile search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.refuse_too_often(name text, wait integer) returns void
  plpgsql stable search_path="", rights postgres=X/postgres
function app.release_postponed(email private.notification_emails) returns void
  sql volatile search_path="", rights postgres=X/postgres
function app.report_bid_counts(job_ids uuid[]) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.require_admin() returns boolean
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.require_no_ban(account uuid) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.require_open_job(job_id uuid) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.require_other_user(account uuid) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.require_role(required_role text) returns boolean
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.review_counts_from(consultation uuid) returns timestamp with time zone
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.role_of_new_account(account auth.users) returns text
  sql stable search_path="", rights postgres=X/postgres
function app.search_consultations(query text) returns TABLE(kind text, id uuid, title text, detail text, state text, picture text, at timestamp with time zone)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.search_jobs(query text) returns TABLE(kind text, id uuid, title text, detail text, state text, picture text, at timestamp with time zone)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.search_limit() returns integer
  sql immutable search_path="", rights postgres=X/postgres
function app.search_people(query text) returns TABLE(kind text, id uuid, title text, detail text, state text, picture text, at timestamp with time zone)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.search_size() returns integer
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.search_text_of(account uuid) returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.send_test_notice() returns boolean
  plpgsql volatile security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.set_role_metadata(account uuid, new_role text) returns void
  sql volatile search_path="", rights postgres=X/postgres
function app.setting(name text) returns text
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.shorten(input text) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.slug(name text) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.submit_demo_request(full_name text, email text, company text, message text) returns text
  plpgsql volatile security definer search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.tg_any__count() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_audit_log__update_search_text() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__broadcast() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__broadcast_update() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__guard_insert() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__guard_update() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_bids__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__open_conversation() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_bids__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_consultations__create_payment() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_consultations__guard_insert() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_consultations__guard_update() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_consultations__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_consultations__open_conversation() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_consultations__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_consultations__void_payment() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_contacts__broadcast() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_contacts__update_search_text() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_demo_requests__audit() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_demo_requests__mark_read() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_job_photos__broadcast() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_job_photos__guard() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_job_photos__guard_delete() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_job_photos__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_jobs__broadcast() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__create_payment() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__guard() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__place() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__reject_bids() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_jobs__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_limit() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_limit_rows() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_messages__guard_insert() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_messages__guard_update() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_messages__mark_read() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_messages__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_messages__stamp() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_notices__guard() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_notices__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_objects__guard_photo() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_objects__keep_documents() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_objects__limit() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_objects__lock_owner() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_objects__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_payments__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_profiles__broadcast() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_profiles__place_jobs() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_profiles__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_profiles__update_search_text() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_reviews__guard() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_reviews__stamp() returns trigger
  plpgsql volatile search_path="", rights postgres=X/postgres
function app.tg_sessions__note_activity() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_settings__recount() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__audit() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__create_profile() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__hide_deleted() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__keep_contact() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__mark_read() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__notify() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.tg_users__notify_created() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function app.time_zone() returns text
  sql stable search_path="", rights postgres=X/postgres
function app.to_text_list(list jsonb) returns text[]
  sql immutable search_path="", rights postgres=X/postgres
function app.took_place(consultation public.consultations) returns boolean
  sql stable security definer search_path="", rights postgres=X/postgres
function app.topic_access(topic text) returns TABLE(conversation_id uuid, writable boolean)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres
function app.town_of(place text) returns text
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.town_of_job(place text, facility uuid) returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.towns_by_distance() returns TABLE(name text, miles integer)
  sql stable security definer search_path="", rights postgres=X/postgres
function app.trimmed(input text) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.trimmed(input text[]) returns text[]
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.unbanned_newcomers() returns TABLE(id uuid, address text, full_name text, since timestamp with time zone)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.unread_messages(recipient uuid, conversation uuid) returns integer
  sql stable security definer search_path="", rights postgres=X/postgres
function app.unsent_mails() returns TABLE(newest uuid, number bigint, since timestamp with time zone)
  sql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.unsubscribe(token text) returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres, service_role=X/postgres
function app.unsubscribe_token(account uuid) returns text
  sql stable security definer search_path="", rights postgres=X/postgres
function app.user_monthly_counts(account uuid, role text) returns bigint[]
  sql stable search_path="", rights postgres=X/postgres
function app.user_payment_figures(account uuid, role text, OUT payment_count bigint, OUT amount_of_year numeric, OUT amount_of_year_before numeric, OUT amount_due numeric) returns record
  sql stable search_path="", rights postgres=X/postgres
function app.user_sessions(account uuid) returns SETOF auth.sessions
  sql stable search_path="", rights postgres=X/postgres
function app.users_by_role() returns TABLE(role text, total bigint)
  plpgsql stable security definer search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function app.wanted_towns(within_miles integer, town text) returns text[]
  plpgsql stable security definer search_path="", rights postgres=X/postgres
function app.wants_notice(choice public.notification_settings, setting text) returns boolean
  sql immutable search_path="", rights postgres=X/postgres
function app.without_punctuation(text text) returns text
  sql immutable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function auth.assert_session(session_id uuid) returns void
  plpgsql stable security definer search_path="", rights anon=X/postgres, authenticated=X/postgres, authenticator=X/postgres, postgres=X/postgres, service_role=X/postgres
function auth.email() returns text
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function auth.jwt() returns jsonb
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function auth.role() returns text
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function auth.uid() returns uuid
  plpgsql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function private.add_refresh_token(token text, parent text, account uuid, session uuid) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.appoint_admin(account uuid) returns boolean
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment Makes an account an admin. For the operator.
function private.attempts_counted_for(account text, network text) returns text
  sql stable search_path="", rights postgres=X/postgres
function private.begin_attempt(what text, account text, network text, is_signed_in boolean, OUT wait integer, OUT address_limit text, OUT address_wait integer) returns record
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.begin_sms(what text, who text, account text, network text) returns integer
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.claim_request(owner text, key text, request_hash bytea) returns TABLE(is_same boolean, status integer, headers jsonb, body text)
  plpgsql volatile security definer search_path="", rights authenticator=X/postgres, postgres=X/postgres
function private.count_attempt(what text, who text) returns integer
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.end_access(account uuid, kept_session uuid DEFAULT NULL::uuid) returns void
  sql volatile search_path="", rights postgres=X/postgres
function private.fallback_limit(what text, account text, network text, is_signed_in boolean) returns text
  sql volatile search_path="", rights postgres=X/postgres
function private.finish_import() returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment Called once after an import, which loads rows while the triggers of their tables are off.
function private.finish_sign_in(address_limit text, account text, network text) returns integer
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.has_admin() returns boolean
  sql stable search_path="", rights postgres=X/postgres
function private.links_automatically(account uuid) returns boolean
  sql stable search_path="", rights postgres=X/postgres
  comment Whether an account at a provider is linked automatically because the emails match. False for admins. The server calls it.
function private.lock_counted_tables() returns void
  plpgsql volatile search_path="", lock_timeout=2s, rights postgres=X/postgres
function private.notification_email(outbox_id uuid) returns jsonb
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment The content of an email that is about to be sent, or null if nothing is left to send. The server calls it.
function private.on_schema_change() returns event_trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function private.on_schema_drop() returns event_trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function private.prune(max_rows integer) returns boolean
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment Deletes at most max_rows old notices that were read, and at most max_rows that were not. Returns true while there may be more. The server calls the function.
function private.record_method(session uuid, method text) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.recount() returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment Recounts all statistics of the admins, after rows were loaded without triggers.
function private.refund_attempt(address_limit text, what text, account text, network text) returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.roll_up_counters() returns void
  sql volatile search_path="", rights postgres=X/postgres
function private.run_scheduled() returns void
  plpgsql volatile search_path="", rights postgres=X/postgres
  comment Runs the scheduled tasks that are due. The server calls it every few seconds.
function private.start_session(session uuid, account uuid, method text, token_hash text, identifiers text[], network text, max_days integer, user_agent text, ip inet) returns timestamp with time zone
  plpgsql volatile search_path="", rights postgres=X/postgres
function private.store_response(owner text, key text, status integer, headers jsonb, body bytea) returns void
  plpgsql volatile security definer search_path="", rights authenticator=X/postgres, postgres=X/postgres
function private.uncount_attempt(what text, who text) returns void
  sql volatile search_path="", rights postgres=X/postgres
function public.accept_and_reject_bids(selected_bid_id uuid, job_id uuid) returns public.bids
  plpgsql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Awards a job to a bidder: that bid becomes accepted, and all other pending ones rejected. For the job's facility.
function public.admin_admit(user_id uuid, role text, full_name text, company_name text, reason text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Makes a self-registered user a facility, a contractor or a consultant. For admins.
function public.admin_audit_log() returns TABLE(id bigint, at timestamp with time zone, actor_id uuid, action text, subject text, reason text, details jsonb)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The audit log, newest first. For admins.
function public.admin_ban(user_id uuid, until timestamp with time zone DEFAULT NULL::timestamp with time zone, reason text DEFAULT NULL::text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Bans a user until a time and signs them out everywhere. Without a time, lifts the ban. For admins.
function public.admin_end_sessions(user_id uuid, reason text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Signs a user out everywhere. For admins.
function public.admin_find_jobs_without_bids(descending boolean DEFAULT true, skip integer DEFAULT 0, size integer DEFAULT 10, sorted_by text DEFAULT 'created_at'::text) returns TABLE(id uuid, total bigint, has_more boolean)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment A page of the ids of admin_jobs_without_bids by created_at, budget or title, ascending or descending. The total stops at the next multiple of 100 behind the page and at 10,000, and has_more is true if there are more. For admins.
function public.admin_jobs_without_bids() returns SETOF public.jobs
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Jobs that were posted more than three days ago, can be bid on, and have no bid. For admins.
function public.admin_list_number(list text, part text DEFAULT NULL::text) returns bigint
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of users, jobs, bids, payments or entries of the audit log. The part is a role for users, an action for entries, and a state for the others. For admins.
function public.admin_release_award(job_id uuid, reason text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Revokes an award and opens the job for bids again. For admins, with a reason.
function public.admin_remove_mail(mail_id uuid) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Removes an email that the server gave up on from the list; it is never sent. For admins.
function public.admin_remove_review(review_id uuid, reason text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Removes a review. For admins, with a reason.
function public.admin_search_audit(query text, action text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond bigint DEFAULT NULL::bigint) returns SETOF public.admin_audit_entries
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds entries of the audit log by a part of the reason, or of the name that a user had then. Returns at most 1,000, newest first. To continue, pass the time of the last entry as "latest" and its id as "beyond". For admins.
function public.admin_search_bids(query text, status text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid) returns SETOF public.bids
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds bids by a part of the job's title or of the contractor's name, or by an id. Returns at most 1,000, newest first. To continue, pass created_at of the last bid as "latest" and its id as "beyond". For admins.
function public.admin_search_jobs(query text, state text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid) returns SETOF public.jobs
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds jobs by a part of the title or of the facility's name, or by an id. Returns at most 1,000, newest first. To continue, pass created_at of the last job as "latest" and its id as "beyond". For admins.
function public.admin_search_payments(query text, status text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid) returns SETOF public.payments
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds payments by a part of the job's title, of the name of either side or of the reference, or by an id. Returns at most 1,000, newest first. To continue, pass the time of the last payment as "latest" and its id as "beyond". For admins.
function public.admin_search_users(query text, by_role boolean DEFAULT true) returns SETOF public.admin_user_list
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds users of admin_user_list by a part of a name, the company, the email or the role, by a part of the phone in any format, or by an id. All characters match literally. Without by_role, the role is not searched. For admins.
function public.admin_send_again(mail_id uuid) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Retries an email that the server gave up on. For admins.
function public.admin_set_role(user_id uuid, role text, reason text) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Gives a user another role and signs them out everywhere. For admins.
function public.admin_user_activity(user_id uuid, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond text DEFAULT NULL::text, page_size integer DEFAULT 20) returns TABLE(key text, at timestamp with time zone, kind text, title text, job_id uuid, amount numeric, budget numeric, rating integer, other_id uuid, other_name text)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The events of one user, newest first. To continue, pass the time of the last event as "latest" and its key as "beyond". For admins.
function public.admin_user_overview(user_id uuid) returns TABLE(id uuid, role text, username text, full_name text, company_name text, location text, profile_picture text, email text, phone text, created_at timestamp with time zone, last_active_at timestamp with time zone, banned_until timestamp with time zone, session_count bigint, second_factors text[], document_count integer, bid_count bigint, bids_pending bigint, bids_won bigint, bids_decided bigint, job_count bigint, jobs_open bigint, jobs_awarded bigint, jobs_finished bigint, consultation_count bigint, consultations_upcoming bigint, average_rating numeric, review_count bigint, payment_count bigint, amount_of_year numeric, amount_of_year_before numeric, amount_due numeric, monthly_counts bigint[])
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment One user with their figures, or no row for an unknown user. For admins.
function public.admin_user_sessions(user_id uuid) returns TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, has_second_factor boolean)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The sessions of one user, without addresses and devices. For admins.
function public.asking_admin() returns uuid
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The id of the admin who calls; all other callers are refused. Server functions call it before they act.
function public.available_job_towns(query text DEFAULT ''::text, category text DEFAULT NULL::text, budget_from numeric DEFAULT NULL::numeric, budget_to numeric DEFAULT NULL::numeric, within_miles integer DEFAULT NULL::integer) returns TABLE(name text, latitude numeric, longitude numeric, size integer, miles integer, jobs integer, job_id uuid, budget numeric, my_bid numeric, snapshot text)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The towns of the map, each with its distance from the town of the caller's profile and the number of the jobs that find_available_jobs finds there. A town with one job also has its id, its budget and the caller's pending bid. The row without a name has the jobs whose town is unknown, at any distance. With a search, at most 10,000 jobs are counted. For contractors.
function public.average_rating(profile public.profiles) returns numeric
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The average of the ratings that count and that the caller can see, to one decimal. Null if no rating counts.
function public.bid_count(job public.jobs) returns bigint
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of pending and accepted bids on the job.
function public.can_accept(bid public.bids) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may accept the bid.
function public.can_bid(job public.jobs) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may bid on the job.
function public.can_cancel(consultation public.consultations) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may cancel the consultation.
function public.can_chat(bid public.bids) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may write to the other side of the bid.
function public.can_delete(job public.jobs) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may delete the job.
function public.can_edit(job public.jobs) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may change the job.
function public.can_finish(job public.jobs) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may mark the job complete.
function public.can_record(payment public.payments) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may record the payment.
function public.can_refund(payment public.payments) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may refund the payment.
function public.can_release(job public.jobs) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may revoke the award of the job.
function public.can_review(consultation public.consultations) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may leave a review.
function public.can_withdraw(bid public.bids) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may withdraw the bid.
function public.confirm_review(review_id uuid) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Confirms that the consultation of a review took place, so that the review counts toward the rating at once. For its consultant.
function public.consultant_months(start_date date, end_date date) returns TABLE(month date, earnings numeric, consultations bigint, average_rating numeric)
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Returns the figures of the calling consultant for each month from the first to the last: the number and the fees of the consultations in that month, and the average rating of its reviews. The rating is null without reviews.
function public.conversation_state(job_id uuid DEFAULT NULL::uuid, consultation_id uuid DEFAULT NULL::uuid, contractor_id uuid DEFAULT NULL::uuid) returns TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The other side of the caller's conversation about a job or in a consultation, whether writing is open, and the reason if it is not. No row if the caller has no such conversation.
function public.conversation_with(user_id uuid) returns TABLE(conversation_id uuid, job_id uuid, consultation_id uuid, contractor_id uuid, writable boolean)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The latest conversation with a user that is open for writing, or else the latest one.
function public.email(profile public.profiles) returns text
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The email of a user as a computed column: null except for that user and admins.
function public.end_my_session(id uuid) returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres
  comment Ends one of the caller's sessions, at once and everywhere.
function public.find_available_jobs(query text DEFAULT ''::text, category text DEFAULT NULL::text, budget_from numeric DEFAULT NULL::numeric, budget_to numeric DEFAULT NULL::numeric, by_budget boolean DEFAULT false, descending boolean DEFAULT true, skip integer DEFAULT 0, size integer DEFAULT 10, within_miles integer DEFAULT NULL::integer, town text DEFAULT NULL::text, by_distance boolean DEFAULT false, by_relevance boolean DEFAULT false) returns TABLE(id uuid, total bigint, has_more boolean, snapshot text)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment A page of the ids of dashboard_available_jobs, by words of the title, the description, the location or the category (each word of the query also finds longer words and other forms), by category, by budget, by the distance from the town of the caller's profile and by town (an empty town finds jobs whose town is unknown, at any distance); the latest or highest first, or the reverse. With by_distance, the nearest jobs come first, unless the caller's town is unknown. With by_relevance, jobs with the words in their title come first, if at most 10,000 jobs match. Each row has the total. With a search, a budget or a place, the total stops at 10,000, and has_more is true if there are more. An event of the topic available-jobs is new to a client if its xid is not visible in the snapshot. For contractors.
function public.get_consultation_analytics(start_date date, end_date date) returns TABLE(date date, count bigint)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Consultations booked, by day. For admins.
function public.get_daily_analytics(start_date date, end_date date) returns TABLE(date date, posted_jobs bigint, bids bigint, consultations bigint, users bigint, revenue numeric)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The jobs posted, bids placed, consultations booked, new users and the amount paid, by day. For admins.
function public.get_job_analytics(start_date date, end_date date) returns TABLE(date date, posted_jobs bigint, bids bigint)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Jobs posted and bids placed, by day. For admins.
function public.get_job_categories() returns TABLE(category text, count bigint)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of jobs in each category, without deleted jobs. For admins.
function public.get_job_category_analytics(start_date date, end_date date) returns TABLE(category text, count bigint)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of jobs in each category that were posted on these days, without deleted jobs. For admins.
function public.get_revenue_analytics(start_date date, end_date date) returns TABLE(date date, amount numeric)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The amount paid, by day. For admins.
function public.get_user_growth(start_date date, end_date date) returns TABLE(date date, count bigint)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment New users, by day. For admins.
function public.has_ended(consultation public.consultations) returns boolean
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the consultation has ended.
function public.mark_notices_read() returns void
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres
  comment Marks all notices of the caller as read, except those that are being repeated at this moment.
function public.my_dashboard() returns jsonb
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The first contents of the caller's dashboard: the row of the caller's dashboard summary, the latest three rows of each kind of dashboard_waiting and the number of each kind, and the numbers of jobs and consultations on each tab. For admins, the number of a kind is that of dashboard_waiting_counts, which counts each failed email, and jobs without bids and users without a role up to 101. For other users, it is the number of rows of dashboard_waiting. Admins also get the live metrics and the numbers of users by role. Contractors get the categories of jobs.
function public.my_sessions() returns TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, ip inet, is_this boolean)
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres
  comment The sessions of the caller.
function public.my_unread() returns jsonb
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The numbers of the caller's unread messages and unread notices, and which alerts the caller wants. A transaction that began after `as_of` is not included.
function public.record_payment(payment_id uuid, reference text) returns public.payments
  plpgsql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Records that a payment was made. For its payer.
function public.refund_payment(payment_id uuid) returns public.payments
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Records that a payment was refunded. For admins.
function public.search_consultants(query text DEFAULT ''::text, min_rating numeric DEFAULT 0) returns TABLE(id uuid, username text, full_name text, company_name text, headline text, location text, services text[], profile_picture text, time_zone text, consultation_fee numeric, average_rating numeric, review_count bigint)
  plpgsql stable search_path="", plan_cache_mode=force_custom_plan, rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds visible consultants with a profile by a part of a service or a name, and by a minimum average rating from 0 to 4, best rated first.
function public.search_objects(query text) returns TABLE(kind text, id uuid, title text, detail text, state text, picture text, at timestamp with time zone)
  plpgsql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds the jobs, people and consultations that the caller may see by a part of a title or a name: at most six of each kind, the best matches first. The kind is "job", "person" or "consultation". The detail is the category of a job, the company or the other name of a person, or for admins the facility of a consultation. The state is that of the job or the consultation, or the role of the person. Deleted jobs are not found.
function public.send_test_notice() returns boolean
  sql volatile search_path="", rights authenticated=X/postgres, postgres=X/postgres
  comment Sends the caller a test notice. Returns true if it also goes out by email.
function public.submit_demo_request(full_name text, email text, company text, message text) returns text
  sql volatile search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Requests a demo. This is the only function that visitors may call.
function public.title(consultation public.consultations) returns text
  sql stable search_path="", rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The title of the consultation: its start in the time zone of the caller.
function public.unsubscribe(token text) returns void
  sql volatile search_path="", rights postgres=X/postgres, service_role=X/postgres
  comment Turns off the emails of the user in the link. For the server function of the same name.
function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text) returns void
  plpgsql volatile search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function realtime.forget_groups() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function realtime.groups_function() returns text
  sql stable security definer search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function realtime.groups_of(claims text[], user_ids text[]) returns TABLE(place bigint, groups text[])
  plpgsql volatile search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function realtime.published_tables() returns TABLE(relation oid, events text, trigger_type smallint)
  sql stable search_path="", rights postgres=X/postgres
function realtime.readable_extensions(topic text, roles text[], claims text[]) returns TABLE(readable text[])
  plpgsql volatile search_path="", rights postgres=X/postgres
function realtime.record_change() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function realtime.record_message() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) returns void
  plpgsql volatile search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function realtime.send_unstored(payload jsonb, event text, topic text) returns void
  sql volatile security definer search_path="", rights postgres=X/postgres
function realtime.sync_publication() returns void
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function realtime.topic() returns text
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function realtime.topic_rights(topic text, role text, claims text) returns TABLE(readable text[], writable text[])
  plpgsql volatile search_path="", rights postgres=X/postgres
function storage.allow_any_operation(expected_operations text[]) returns boolean
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.allow_only_operation(expected_operation text) returns boolean
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.extension(name text) returns text
  sql immutable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.filename(name text) returns text
  sql immutable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.foldername(name text) returns text[]
  sql immutable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.note_unused_file() returns trigger
  plpgsql volatile security definer search_path="", rights postgres=X/postgres
function storage.operation() returns text
  sql stable search_path="", rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
function storage.rules_for(bucket text, name text) returns TABLE(max_bytes bigint, bucket_types text[], types text[], max_side_pixels integer)
  plpgsql stable security definer search_path="", rights authenticator=X/postgres, postgres=X/postgres
