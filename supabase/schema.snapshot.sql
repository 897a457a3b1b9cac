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
  CREATE INDEX audit_log_newest_idx ON app.audit_log USING btree (at DESC, id)
  CREATE INDEX audit_log_search_text_idx ON app.audit_log USING gin (search_text extensions.gin_trgm_ops)
  policy audit_log_select for select to authenticated using ( SELECT app.is_admin() AS is_admin)
  CREATE TRIGGER _300_update_search_text AFTER INSERT ON app.audit_log FOR EACH ROW EXECUTE FUNCTION app.tg_audit_log__update_search_text()
  CREATE TRIGGER _350_count AFTER INSERT OR DELETE ON app.audit_log FOR EACH ROW EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _350_count_update AFTER UPDATE ON app.audit_log FOR EACH ROW WHEN ((old.action IS DISTINCT FROM new.action)) EXECUTE FUNCTION app.tg_any__count()
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
  CREATE TRIGGER _300_update_search_text AFTER UPDATE OF email, phone ON app.contacts FOR EACH ROW WHEN (((new.email IS DISTINCT FROM old.email) OR (new.phone IS DISTINCT FROM old.phone))) EXECUTE FUNCTION app.tg_contacts__update_search_text()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The email, the phone number and the ban of each user, seen by that user and by admins. Only triggers write it.
  comment on search_text The text in which admins search users, in lower case: names, company, email, phone number and last the role, one a line.

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
  CREATE TRIGGER _100_note_activity AFTER INSERT OR UPDATE OF refreshed_at ON auth.sessions FOR EACH ROW EXECUTE FUNCTION app.tg_sessions__note_activity()
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
  CREATE TRIGGER _100_create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION app.tg_users__create_profile()
  CREATE TRIGGER _150_hide_deleted AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION app.tg_users__hide_deleted()
  CREATE TRIGGER _200_keep_contact AFTER UPDATE OF email, phone, banned_until ON auth.users FOR EACH ROW EXECUTE FUNCTION app.tg_users__keep_contact()
  CREATE TRIGGER _300_audit AFTER INSERT ON auth.users FOR EACH ROW WHEN ((new.raw_app_meta_data ? 'created_by'::text)) EXECUTE FUNCTION app.tg_users__audit()
  CREATE TRIGGER _400_notify AFTER INSERT ON auth.users FOR EACH ROW WHEN ((COALESCE(new.email_confirmed_at, new.phone_confirmed_at) IS NOT NULL)) EXECUTE FUNCTION app.tg_users__notify()
  CREATE TRIGGER _410_notify_proven AFTER UPDATE OF email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((COALESCE(old.email_confirmed_at, old.phone_confirmed_at) IS NULL) AND (COALESCE(new.email_confirmed_at, new.phone_confirmed_at) IS NOT NULL))) EXECUTE FUNCTION app.tg_users__notify()
  CREATE TRIGGER _420_mark_read AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((new.banned_until > now()) OR (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION app.tg_users__mark_read()
  CREATE TRIGGER _430_mark_read_removed AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION app.tg_users__mark_read()
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
  comment Networks from which an account has signed in before. A lockout that others caused does not apply there.

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
  PRIMARY KEY (id)
  CHECK ((length(kind) <= 100))
  CHECK ((length(last_error) <= 2000))
  CREATE INDEX outbox_dead_idx ON private.outbox USING btree (dead_at) WHERE (dead_at IS NOT NULL)
  CREATE INDEX outbox_done_idx ON private.outbox USING btree (done_at) WHERE (done_at IS NOT NULL)
  CREATE INDEX outbox_due_idx ON private.outbox USING btree (((kind = 'notification_email'::text)), due_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL))
  rights postgres=arwdDxtm/postgres
  comment Jobs to be done after commit, at least once. A worker claims due rows with "for update skip locked".

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
  comment Sign-ins that were started at a provider: the provider, the browser, the target page, and the session if an account is linked manually. Each is used once, within ten minutes.

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
  CREATE TRIGGER _300_recount AFTER INSERT ON private.settings FOR EACH ROW WHEN ((new.name = 'time_zone'::text)) EXECUTE FUNCTION app.tg_settings__recount()
  CREATE TRIGGER _300_recount_delete AFTER DELETE ON private.settings FOR EACH ROW WHEN ((old.name = 'time_zone'::text)) EXECUTE FUNCTION app.tg_settings__recount()
  CREATE TRIGGER _300_recount_update AFTER UPDATE ON private.settings FOR EACH ROW WHEN (((('time_zone'::text = old.name) OR ('time_zone'::text = new.name)) AND (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION app.tg_settings__recount()
  rights postgres=arwdDxtm/postgres
  comment Settings of this installation that the rules need, and the limits. Each start writes the settings of the environment.

table private.spent_id_tokens
  token_hash text not null
  valid_until timestamp with time zone not null
  PRIMARY KEY (token_hash)
  CHECK ((length(token_hash) = 64))
  CREATE INDEX spent_id_tokens_valid_until_idx ON private.spent_id_tokens USING btree (valid_until)
  rights postgres=arwdDxtm/postgres
  comment Used ID tokens of providers, until they would expire.

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
  id uuid not null default gen_random_uuid()
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
  policy bids_insert for insert to authenticated with check ((contractor_id = ( SELECT app.my_id_as('contractor'::text) AS my_id_as)) AND (EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.id = bids.job_id) AND (j.facility_id <> ( SELECT auth.uid() AS uid))))))
  policy bids_select for select to authenticated using ((contractor_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR (job_id IN ( SELECT mine.id
   FROM app.my_job_ids() mine(id))))
  policy bids_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check (contractor_id = ( SELECT app.my_id_as('contractor'::text) AS my_id_as))
  CREATE TRIGGER _100_stamp BEFORE INSERT ON public.bids FOR EACH ROW EXECUTE FUNCTION app.tg_bids__stamp()
  CREATE TRIGGER _200_guard AFTER INSERT ON public.bids FOR EACH ROW EXECUTE FUNCTION app.tg_bids__guard_insert()
  CREATE TRIGGER _200_guard_update AFTER UPDATE ON public.bids FOR EACH ROW EXECUTE FUNCTION app.tg_bids__guard_update()
  CREATE TRIGGER _300_open_conversation AFTER INSERT ON public.bids FOR EACH ROW EXECUTE FUNCTION app.tg_bids__open_conversation()
  CREATE TRIGGER _350_count AFTER INSERT OR DELETE ON public.bids FOR EACH ROW EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _350_count_update AFTER UPDATE ON public.bids FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _410_notify_decided AFTER UPDATE ON public.bids FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.tg_bids__notify()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.bids FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Offers of contractors to do a job for an amount. The amount never changes: a bid is withdrawn and another one placed. A procedure accepts bids; clients can set the status only to "withdrawn".

table public.consultations
  id uuid not null default gen_random_uuid()
  job_id uuid [authenticated=a/postgres]
  consultant_id uuid not null [authenticated=a/postgres]
  facility_id uuid not null [authenticated=a/postgres]
  fee numeric not null default 0 [authenticated=a/postgres]
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
  policy consultations_insert for insert to authenticated with check ((facility_id = ( SELECT auth.uid() AS uid)) AND (( SELECT app.my_role() AS my_role) = 'facility'::text) AND (EXISTS ( SELECT
   FROM public.profiles
  WHERE ((profiles.id = consultations.consultant_id) AND (profiles.role = 'consultant'::text)))) AND (NOT (consultant_id IN ( SELECT banned.id
   FROM app.banned_ids() banned(id)))) AND ((job_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.id = consultations.job_id) AND (j.facility_id = ( SELECT auth.uid() AS uid)))))))
  policy consultations_select for select to authenticated using ((facility_id = ( SELECT auth.uid() AS uid)) OR (consultant_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin))
  policy consultations_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check ((facility_id = ( SELECT auth.uid() AS uid)) OR (consultant_id = ( SELECT auth.uid() AS uid)))
  CREATE TRIGGER _100_stamp BEFORE INSERT ON public.consultations FOR EACH ROW EXECUTE FUNCTION app.tg_consultations__stamp()
  CREATE TRIGGER _200_guard AFTER INSERT ON public.consultations FOR EACH ROW EXECUTE FUNCTION app.tg_consultations__guard_insert()
  CREATE TRIGGER _200_guard_update AFTER UPDATE ON public.consultations FOR EACH ROW EXECUTE FUNCTION app.tg_consultations__guard_update()
  CREATE TRIGGER _250_limit AFTER INSERT ON public.consultations FOR EACH ROW EXECUTE FUNCTION app.tg_consultations__limit()
  CREATE TRIGGER _300_create_payment AFTER INSERT ON public.consultations FOR EACH ROW WHEN (((new.fee > (0)::numeric) AND (new.status = 'booked'::text))) EXECUTE FUNCTION app.tg_consultations__create_payment()
  CREATE TRIGGER _310_void_payment AFTER UPDATE ON public.consultations FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status = 'booked'::text))) EXECUTE FUNCTION app.tg_consultations__void_payment()
  CREATE TRIGGER _320_open_conversation AFTER INSERT ON public.consultations FOR EACH ROW EXECUTE FUNCTION app.tg_consultations__open_conversation()
  CREATE TRIGGER _400_notify AFTER INSERT ON public.consultations FOR EACH ROW WHEN ((new.status = 'booked'::text)) EXECUTE FUNCTION app.tg_consultations__notify()
  CREATE TRIGGER _410_notify_cancelled AFTER UPDATE ON public.consultations FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status = 'booked'::text))) EXECUTE FUNCTION app.tg_consultations__notify()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.consultations FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Appointments that facilities book with consultants. The fee is the consultant's fee at the time of booking. Clients can set the status only to "cancelled". Times never change: cancel the consultation and book another one.

table public.conversations
  id uuid not null default gen_random_uuid()
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
  id uuid not null default gen_random_uuid()
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
  policy demo_requests_select for select to authenticated using ( SELECT app.is_admin() AS is_admin)
  policy demo_requests_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check ( SELECT app.is_admin() AS is_admin)
  CREATE TRIGGER _300_audit AFTER UPDATE ON public.demo_requests FOR EACH ROW WHEN ((new.handled IS DISTINCT FROM old.handled)) EXECUTE FUNCTION app.tg_demo_requests__audit()
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
  id uuid not null default gen_random_uuid()
  job_id uuid not null [authenticated=a/postgres, service_role=a/postgres]
  owner_id uuid not null [authenticated=a/postgres, service_role=a/postgres]
  path text not null [authenticated=a/postgres, service_role=a/postgres]
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
  FOREIGN KEY (owner_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK ((length(path) <= 200))
  UNIQUE (path)
  CREATE INDEX job_photos_job_id_idx ON public.job_photos USING btree (job_id, created_at)
  CREATE INDEX job_photos_owner_id_idx ON public.job_photos USING btree (owner_id)
  policy job_photos_delete for delete to authenticated using (owner_id = ( SELECT auth.uid() AS uid))
  policy job_photos_insert for insert to authenticated with check ((owner_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.jobs
  WHERE ((jobs.id = job_photos.job_id) AND (jobs.facility_id = ( SELECT auth.uid() AS uid))))))
  policy job_photos_select for select to authenticated using (EXISTS ( SELECT
   FROM public.jobs
  WHERE (jobs.id = job_photos.job_id)))
  CREATE TRIGGER _100_stamp BEFORE INSERT ON public.job_photos FOR EACH ROW EXECUTE FUNCTION app.tg_job_photos__stamp()
  CREATE TRIGGER _200_guard AFTER INSERT ON public.job_photos FOR EACH ROW EXECUTE FUNCTION app.tg_job_photos__guard()
  CREATE TRIGGER _210_guard AFTER DELETE ON public.job_photos FOR EACH ROW EXECUTE FUNCTION app.tg_job_photos__guard_delete()
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=rd/postgres
  comment Photos of jobs, at most six a job. The file is at path in the bucket documents. Update is not granted: a photo is removed and another one added.

table public.jobs
  id uuid not null default gen_random_uuid()
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
  CREATE INDEX jobs_awarded_contractor_id_idx ON public.jobs USING btree (awarded_contractor_id)
  CREATE INDEX jobs_biddable_budget_idx ON public.jobs USING btree (budget, id) INCLUDE (facility_id, is_biddable, category) WHERE is_biddable
  CREATE INDEX jobs_biddable_facility_idx ON public.jobs USING btree (facility_id) WHERE is_biddable
  CREATE INDEX jobs_biddable_newest_idx ON public.jobs USING btree (created_at DESC, id) INCLUDE (facility_id, is_biddable, category, budget) WHERE is_biddable
  CREATE INDEX jobs_biddable_text_trgm_idx ON public.jobs USING gin (title extensions.gin_trgm_ops, description extensions.gin_trgm_ops, location extensions.gin_trgm_ops) WHERE is_biddable
  CREATE INDEX jobs_biddable_title_idx ON public.jobs USING btree (title, id) INCLUDE (facility_id, created_at) WHERE is_biddable
  CREATE INDEX jobs_category_idx ON public.jobs USING btree (category, is_deleted)
  CREATE INDEX jobs_facility_id_idx ON public.jobs USING btree (facility_id, created_at DESC)
  CREATE INDEX jobs_newest_idx ON public.jobs USING btree (created_at DESC, id) INCLUDE (facility_id, status, is_deleted, awarded_at, is_biddable)
  CREATE INDEX jobs_open_idx ON public.jobs USING btree (created_at) WHERE ((status = 'open'::text) AND (NOT is_deleted))
  CREATE INDEX jobs_title_trgm_idx ON public.jobs USING gin (title extensions.gin_trgm_ops)
  policy jobs_insert for insert to authenticated with check (facility_id = ( SELECT app.my_id_as('facility'::text) AS my_id_as))
  policy jobs_select for select to authenticated using ((facility_id = ( SELECT auth.uid() AS uid)) OR (is_biddable AND (( SELECT app.my_role() AS my_role) = 'contractor'::text) AND (NOT (facility_id IN ( SELECT banned.id
   FROM app.banned_ids() banned(id))))) OR ( SELECT app.is_admin() AS is_admin) OR (id IN ( SELECT mine.id
   FROM app.my_bid_job_ids() mine(id))))
  policy jobs_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check ((facility_id = ( SELECT app.my_id_as('facility'::text) AS my_id_as)) OR (awarded_contractor_id = ( SELECT app.my_id_as('contractor'::text) AS my_id_as)))
  CREATE TRIGGER _100_stamp BEFORE INSERT OR UPDATE ON public.jobs FOR EACH ROW EXECUTE FUNCTION app.tg_jobs__stamp()
  CREATE TRIGGER _200_guard AFTER UPDATE ON public.jobs FOR EACH ROW EXECUTE FUNCTION app.tg_jobs__guard()
  CREATE TRIGGER _250_limit AFTER INSERT ON public.jobs FOR EACH ROW EXECUTE FUNCTION app.tg_jobs__limit()
  CREATE TRIGGER _300_reject_bids AFTER UPDATE ON public.jobs FOR EACH ROW WHEN ((new.is_deleted AND (NOT old.is_deleted))) EXECUTE FUNCTION app.tg_jobs__reject_bids()
  CREATE TRIGGER _310_create_payment AFTER UPDATE ON public.jobs FOR EACH ROW WHEN (((new.status = 'finished'::text) AND (old.status = 'open'::text))) EXECUTE FUNCTION app.tg_jobs__create_payment()
  CREATE TRIGGER _350_count AFTER INSERT OR DELETE ON public.jobs FOR EACH ROW EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _350_count_update AFTER UPDATE ON public.jobs FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.is_deleted IS DISTINCT FROM new.is_deleted)) OR (old.category IS DISTINCT FROM new.category)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR ((old.awarded_at IS NULL) IS DISTINCT FROM (new.awarded_at IS NULL)))) EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _400_notify AFTER UPDATE ON public.jobs FOR EACH ROW WHEN (((new.status = 'finished'::text) AND (old.status = 'open'::text))) EXECUTE FUNCTION app.tg_jobs__notify()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.jobs FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=arw/postgres
  comment Work that facilities want done. Rows are never deleted: is_deleted removes them from the lists. Procedures and triggers set award and finish; their columns are not granted for update.
  comment on is_biddable Whether the job takes bids: it is open, not deleted and not awarded. Contractors still cannot bid while its facility is banned.

table public.messages
  id uuid not null default gen_random_uuid()
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
  policy messages_insert for insert to authenticated with check ((sender_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.conversations c
  WHERE (c.id = messages.conversation_id))))
  policy messages_select for select to authenticated using ((sender_id = ( SELECT auth.uid() AS uid)) OR (recipient_id = ( SELECT auth.uid() AS uid)))
  policy messages_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check (recipient_id = ( SELECT auth.uid() AS uid))
  CREATE TRIGGER _100_stamp BEFORE INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION app.tg_messages__stamp()
  CREATE TRIGGER _200_guard_update AFTER UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION app.tg_messages__guard_update()
  CREATE TRIGGER _250_limit AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION app.tg_messages__guard_insert()
  CREATE TRIGGER _400_mark_read AFTER UPDATE ON public.messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.tg_messages__mark_read()
  CREATE TRIGGER _400_notify AFTER INSERT ON public.messages FOR EACH ROW WHEN ((NOT new.read)) EXECUTE FUNCTION app.tg_messages__notify()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
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
  PRIMARY KEY (name)
  CHECK (((length(name) >= 1) AND (length(name) <= 50)))
  CHECK (((length(path) >= 1) AND (length(path) <= 200)))
  CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
  CHECK ((setting = ANY (ARRAY['messages'::text, 'job_updates'::text, 'payments'::text])))
  CHECK (((length(template) >= 1) AND (length(template) <= 50)))
  CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  policy notice_kinds_select for select to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL)
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The kinds of notices: the preference that each follows, the template of its email, its title, the reason to get it, and the screen that it opens. With is_ahead it is about a coming consultation, and no email is sent after that begins. mail_pause is the shortest time between two emails of kinds that strangers can cause. A new kind is a row here and a template. All users read it, and only migrations change it.

table public.notices
  id uuid not null default gen_random_uuid()
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
  CREATE TRIGGER _100_stamp BEFORE UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION app.tg_notices__stamp()
  CREATE TRIGGER _200_guard AFTER UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION app.tg_notices__guard()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
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
  policy notification_settings_all for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid))
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=rd/postgres
  comment The notices that a user wants, and how. Each user has a row from the start, with all of them on. Only its owner sees and changes it.

table public.payments
  id uuid not null default gen_random_uuid()
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
  CREATE INDEX payments_payee_id_idx ON public.payments USING btree (payee_id, created_at DESC)
  CREATE INDEX payments_payer_id_idx ON public.payments USING btree (payer_id, created_at DESC)
  CREATE INDEX payments_reference_trgm_idx ON public.payments USING gin (reference extensions.gin_trgm_ops)
  CREATE INDEX payments_status_idx ON public.payments USING btree (status, created_at DESC, id)
  policy payments_select for select to authenticated using ((payer_id = ( SELECT auth.uid() AS uid)) OR (payee_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin))
  CREATE TRIGGER _350_count AFTER INSERT OR DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _350_count_update AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.paid_at IS DISTINCT FROM new.paid_at))) EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _400_notify AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.status = 'pending'::text)) EXECUTE FUNCTION app.tg_payments__notify()
  CREATE TRIGGER _410_notify_moved AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.tg_payments__notify()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Payments that are due or were made. A row is created when a job is finished or a consultation with a fee is booked. Only select is granted: record_payment and refund_payment change the status, and a cancellation makes it void.

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
  policy profiles_select for select to authenticated using ((id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR ((role = 'consultant'::text) AND (NOT is_hidden) AND (( SELECT app.my_role() AS my_role) IS NOT NULL)) OR (id IN ( SELECT app.my_counterpart_ids() AS my_counterpart_ids)) OR ((NOT is_hidden) AND (( SELECT app.my_role() AS my_role) = 'contractor'::text) AND (EXISTS ( SELECT
   FROM public.jobs j
  WHERE ((j.facility_id = profiles.id) AND j.is_biddable)))))
  policy profiles_update for update to authenticated using (( SELECT app.my_role() AS my_role) IS NOT NULL) with check (id = ( SELECT auth.uid() AS uid))
  CREATE TRIGGER _100_stamp BEFORE UPDATE OF id, username, full_name, company_name, headline, location, bio, services, certifications, resume_url, profile_picture, documents, is_hidden, consultation_fee, time_zone ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_profiles__stamp()
  CREATE TRIGGER _300_update_search_text AFTER INSERT OR UPDATE OF username, full_name, company_name, role ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_profiles__update_search_text()
  CREATE TRIGGER _350_count AFTER INSERT OR DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _350_count_update AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION app.tg_any__count()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=rw/postgres
  comment The profile of each user who has a role. Rows cannot be inserted or deleted by clients; role, created_at and last_active_at are not granted for update. Emails and phone numbers are in app.contacts.

table public.reviews
  id uuid not null default gen_random_uuid()
  consultation_id uuid not null [authenticated=a/postgres]
  consultant_id uuid not null [authenticated=a/postgres]
  facility_id uuid not null [authenticated=a/postgres]
  rating integer not null [authenticated=a/postgres]
  comment text [authenticated=a/postgres]
  reviewer_name text [authenticated=a/postgres]
  created_at timestamp with time zone not null default now() [authenticated=a/postgres]
  PRIMARY KEY (id)
  CHECK ((length(comment) <= 2000))
  FOREIGN KEY (consultant_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  FOREIGN KEY (consultation_id) REFERENCES public.consultations(id) ON DELETE RESTRICT
  UNIQUE (consultation_id)
  FOREIGN KEY (facility_id) REFERENCES public.profiles(id) ON DELETE RESTRICT
  CHECK (((rating >= 1) AND (rating <= 5)))
  CHECK ((length(reviewer_name) <= 200))
  CREATE INDEX reviews_consultant_id_idx ON public.reviews USING btree (consultant_id, created_at DESC) INCLUDE (rating)
  CREATE INDEX reviews_facility_id_idx ON public.reviews USING btree (facility_id)
  policy reviews_insert for insert to authenticated with check ((facility_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.consultations c
  WHERE ((c.id = reviews.consultation_id) AND (c.facility_id = ( SELECT auth.uid() AS uid))))))
  policy reviews_select for select to authenticated using ((consultant_id = ( SELECT auth.uid() AS uid)) OR (facility_id = ( SELECT auth.uid() AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.profiles
  WHERE ((profiles.id = reviews.consultant_id) AND (NOT profiles.is_hidden)))))
  CREATE TRIGGER _100_stamp BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION app.tg_reviews__stamp()
  CREATE TRIGGER _200_guard AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION app.tg_reviews__guard()
  CREATE TRIGGER _900_record_change AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION realtime.record_change()
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=ar/postgres
  comment Reviews of consultations by their facility, at most one each. Update and delete are not granted: an admin can remove a review, with a reason.

table realtime.changes
  id bigint not null identity
  xid xid8 not null default pg_current_xact_id()
  at timestamp with time zone not null default now()
  schema_name text not null
  table_name text not null
  kind text not null
  new_row jsonb
  old_row jsonb
  PRIMARY KEY (id)
  CHECK ((kind = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
  CHECK ((length(schema_name) <= 63))
  CHECK ((length(table_name) <= 63))
  CREATE INDEX changes_at_idx ON realtime.changes USING btree (at)
  CREATE INDEX changes_xid_idx ON realtime.changes USING btree (xid)
  rights postgres=arwdDxtm/postgres
  comment Each change of a watched row. A reader takes the rows whose transaction is visible now and was not at the previous read.

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
  CREATE TRIGGER _900_record_message AFTER INSERT ON realtime.messages FOR EACH ROW WHEN (((new.extension = 'broadcast'::text) AND (new.event IS NOT NULL))) EXECUTE FUNCTION realtime.record_message()
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
  policy product_objects_insert for insert to authenticated with check ((( SELECT app.my_role() AS my_role) IS NOT NULL) AND (EXISTS ( SELECT
   FROM app.read_path(objects.bucket_id, objects.name) file(owner, kind, most_bytes, types, longest_side)
  WHERE (file.owner = ( SELECT auth.uid() AS uid)))))
  policy product_objects_select for select to authenticated using ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND ((owner_id = ( SELECT (auth.uid())::text AS uid)) OR ( SELECT app.is_admin() AS is_admin) OR ((path_tokens[2] = ANY (ARRAY['resume'::text, 'certification'::text])) AND (( SELECT app.my_role() AS my_role) = 'facility'::text) AND (EXISTS ( SELECT
   FROM public.profiles p
  WHERE ((p.id = objects.owner) AND (p.role = 'consultant'::text) AND ((objects.path_tokens[2] = 'certification'::text) OR ((p.documents ->> 'resume'::text) = objects.name)))))) OR ((path_tokens[2] = 'job-photo'::text) AND (EXISTS ( SELECT
   FROM public.job_photos photo
  WHERE (photo.path = objects.name))))))
  policy product_objects_update for update to authenticated using ((bucket_id = ANY (ARRAY['user-files'::text, 'documents'::text])) AND (owner_id = ( SELECT (auth.uid())::text AS uid))) with check (EXISTS ( SELECT
   FROM app.read_path(objects.bucket_id, objects.name) file(owner, kind, most_bytes, types, longest_side)
  WHERE (file.owner = ( SELECT auth.uid() AS uid))))
  CREATE TRIGGER _100_stamp BEFORE INSERT OR UPDATE OF metadata, name, bucket_id ON storage.objects FOR EACH ROW EXECUTE FUNCTION app.tg_objects__stamp()
  CREATE TRIGGER _200_guard AFTER DELETE OR UPDATE OF name, version ON storage.objects FOR EACH ROW WHEN ((old.bucket_id = 'documents'::text)) EXECUTE FUNCTION app.tg_objects__guard_photo()
  CREATE TRIGGER _250_limit AFTER INSERT OR UPDATE OF version ON storage.objects FOR EACH ROW EXECUTE FUNCTION app.tg_objects__limit()
  CREATE TRIGGER _300_keep_documents AFTER INSERT OR DELETE OR UPDATE OF name, version ON storage.objects FOR EACH ROW EXECUTE FUNCTION app.tg_objects__keep_documents()
  CREATE TRIGGER _900_note_deleted_file AFTER DELETE ON storage.objects FOR EACH ROW WHEN ((old.version IS NOT NULL)) EXECUTE FUNCTION storage.note_unused_file()
  CREATE TRIGGER _900_note_replaced_file AFTER UPDATE OF version ON storage.objects FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) AND (old.version IS NOT NULL))) EXECUTE FUNCTION storage.note_unused_file()
  rights authenticated=rd/postgres, postgres=arwdDxtm/postgres, service_role=arwd/postgres

-- views

view app.audit_entries security_invoker=true
   SELECT id,
      at,
      action,
      reason,
      details,
      actor_id,
      ( SELECT app.display_name(p.*) AS display_name
             FROM public.profiles p
            WHERE p.id = e.actor_id) AS actor_name,
      subject,
          CASE
              WHEN action = ANY (ARRAY['create_user'::text, 'admit'::text, 'appoint_admin'::text, 'set_role'::text, 'ban'::text, 'end_sessions'::text, 'send_mail_again'::text, 'remove_mail'::text]) THEN COALESCE(( SELECT app.display_name(p.*) AS display_name
                 FROM public.profiles p
                WHERE p.id = e.subject::uuid), ( SELECT COALESCE(c.email, '+'::text || c.phone) AS "coalesce"
                 FROM app.contacts c
                WHERE c.user_id = e.subject::uuid))
              WHEN action = 'release_award'::text THEN ( SELECT j.title
                 FROM public.jobs j
                WHERE j.id = e.subject::uuid)
              WHEN action = 'refund_payment'::text THEN ( SELECT app.display_name(p.*) AS display_name
                 FROM public.payments paid
                   JOIN public.profiles p ON p.id = paid.payee_id
                WHERE paid.id = e.subject::uuid)
              WHEN action = 'handle_demo_request'::text THEN ( SELECT d.full_name
                 FROM public.demo_requests d
                WHERE d.id = e.subject::uuid)
              WHEN action = 'remove_review'::text THEN details ->> 'reviewer_name'::text
              ELSE NULL::text
          END AS subject_name,
      ( SELECT app.display_name(p.*) AS display_name
             FROM public.profiles p
            WHERE p.id =
                  CASE
                      WHEN e.details ? 'contractor'::text THEN e.details ->> 'contractor'::text
                      ELSE e.details ->> 'consultant_id'::text
                  END::uuid) AS other_name
     FROM app.audit_log e;
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres

view app.biddable_jobs security_invoker=true
   SELECT id,
      facility_id,
      title,
      description,
      budget,
      category,
      location,
      status,
      is_deleted,
      awarded_at,
      awarded_contractor_id,
      finished_at,
      created_at,
      is_biddable
     FROM public.jobs j
    WHERE is_biddable AND NOT (facility_id IN ( SELECT banned.id
             FROM app.banned_ids() banned(id)));
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Biddable jobs whose facility is not banned.

view app.jobs_without_bids security_invoker=true
   SELECT id,
      facility_id,
      title,
      description,
      budget,
      category,
      location,
      status,
      is_deleted,
      awarded_at,
      awarded_contractor_id,
      finished_at,
      created_at,
      is_biddable
     FROM app.biddable_jobs j
    WHERE created_at < (now() - '3 days'::interval) AND NOT (EXISTS ( SELECT
             FROM public.bids b
            WHERE b.job_id = j.id AND (b.status = ANY (ARRAY['pending'::text, 'accepted'::text]))));
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Jobs that were posted more than three days ago, can be bid on, and have no bid.

view app.newcomers security_invoker=true
   SELECT u.id,
      c.email,
      c.phone,
      "left"(app.trimmed(u.raw_user_meta_data ->> 'full_name'::text), 200) AS full_name,
      COALESCE(u.created_at, now()) AS created_at,
      c.banned_until
     FROM app.contacts c
       JOIN auth.users u ON u.id = c.user_id
    WHERE c.search_text = ''::text AND u.deleted_at IS NULL AND COALESCE(u.email_confirmed_at, u.phone_confirmed_at) IS NOT NULL AND NOT (EXISTS ( SELECT
             FROM public.profiles p
            WHERE p.id = u.id));
  rights postgres=arwdDxtm/postgres
  comment Self-registered users who confirmed an email or a phone and have no role yet.

view private.current_counters security_invoker=true
   SELECT counters.metric,
      counters.bucket,
      counters.day,
      counters.value
     FROM private.counters
  UNION ALL
   SELECT counter_changes.metric,
      counter_changes.bucket,
      counter_changes.day,
      counter_changes.value
     FROM private.counter_changes;
  rights postgres=arwdDxtm/postgres
  comment The rolled-up counters and the changes since then. Sum the values.

view public.admin_audit_entries security_invoker=true
   SELECT id,
      at,
      action,
      reason,
      details,
      actor_id,
      actor_name,
      subject,
      subject_name,
      other_name
     FROM app.audit_entries
    WHERE ( SELECT app.require_admin() AS require_admin);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The audit log with names: who did what, to whom and why. For admins.

view public.admin_dead_letters security_invoker=true
   SELECT id,
      kind,
      about,
      recipient_id,
      address,
      attempts,
      last_error,
      created_at,
      dead_at
     FROM app.admin_dead_letters() admin_dead_letters(id, kind, about, recipient_id, address, attempts, last_error, created_at, dead_at)
    WHERE ( SELECT app.require_admin() AS require_admin);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Emails that the server gave up on, newest first. For admins.

view public.admin_live_metrics security_invoker=true
   SELECT open_jobs,
      pending_bids,
      today
     FROM app.live_metrics() live_metrics(open_jobs, pending_bids, today);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The number of open jobs and of pending bids, and today's date in the installation's time zone. For admins.

view public.admin_newcomers security_invoker=true
   SELECT id,
      email,
      phone,
      full_name,
      created_at,
      banned_until
     FROM app.admin_newcomers() admin_newcomers(id, email, phone, full_name, created_at, banned_until)
    WHERE ( SELECT app.require_admin() AS require_admin);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Self-registered users who confirmed an email or a phone and have no role yet. For admins.

view public.admin_user_list security_invoker=true
   SELECT p.id,
      p.username,
      c.email,
      p.role,
      p.company_name,
      p.created_at,
      p.last_active_at,
      p.full_name,
      c.banned_until,
      c.search_text AS words
     FROM public.profiles p
       LEFT JOIN app.contacts c ON c.user_id = p.id
    WHERE ( SELECT app.require_admin() AS require_admin);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment All users, for admins, with the end of a ban and the lower-case text that a search compares: names, company, email, phone and, last, the role.

view public.dashboard_available_jobs security_invoker=true
   SELECT j.id,
      j.title,
      j.description,
      j.category,
      j.location,
      j.budget,
      j.created_at,
      j.facility_id,
      app.display_name(p.*) AS facility_name,
      public.bid_count(j.*) AS bid_count,
      ( SELECT b.status
             FROM public.bids b
            WHERE b.job_id = j.id AND b.contractor_id = (( SELECT auth.uid() AS uid))
            ORDER BY b.created_at DESC
           LIMIT 1) AS my_bid_status,
      public.can_bid(j.*) AS can_bid
     FROM public.jobs j
       LEFT JOIN public.profiles p ON p.id = j.facility_id
    WHERE j.is_biddable AND NOT (j.facility_id IN ( SELECT banned.id
             FROM app.banned_ids() banned(id))) AND ( SELECT app.require_role('contractor'::text) AS require_role);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment Jobs that are open for bids. It shows only the number of other bids. For contractors.

view public.dashboard_consultant_summary security_invoker=true
   SELECT count(*) AS consultations,
      COALESCE(sum(fee), 0::numeric) AS earnings,
      count(*) FILTER (WHERE ends_at > now()) AS upcoming,
      ( SELECT round(avg(reviews.rating), 1) AS round
             FROM public.reviews
            WHERE reviews.consultant_id = (( SELECT auth.uid() AS uid))) AS average_rating,
      ( SELECT count(*) AS count
             FROM public.reviews
            WHERE reviews.consultant_id = (( SELECT auth.uid() AS uid))) AS review_count,
      ( SELECT COALESCE(sum(payments.amount), 0::numeric) AS "coalesce"
             FROM public.payments
            WHERE payments.payee_id = (( SELECT auth.uid() AS uid)) AND payments.status = 'pending'::text) AS amount_due,
      ( SELECT COALESCE(sum(payments.amount), 0::numeric) AS "coalesce"
             FROM public.payments
            WHERE payments.payee_id = (( SELECT auth.uid() AS uid)) AND payments.status = 'paid'::text) AS amount_paid,
      (now() AT TIME ZONE app.my_time_zone())::date AS today
     FROM public.consultations c
    WHERE consultant_id = (( SELECT auth.uid() AS uid)) AND status = 'booked'::text AND ( SELECT app.require_role('consultant'::text) AS require_role);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the consultant who calls, and today's date in the consultant's time zone.

view public.dashboard_contractor_summary security_invoker=true
   SELECT count(*) AS total_bids,
      count(*) FILTER (WHERE status = 'accepted'::text) AS awarded_bids,
      COALESCE(round(100.0 * count(*) FILTER (WHERE status = 'accepted'::text)::numeric / NULLIF(count(*), 0)::numeric, 1), 0::numeric) AS win_rate,
      count(*) FILTER (WHERE status = 'pending'::text) AS pending_bids,
      ( SELECT count(*) AS count
             FROM public.jobs
            WHERE jobs.awarded_contractor_id = (( SELECT auth.uid() AS uid)) AND jobs.status = 'finished'::text) AS finished_bids,
      count(*) FILTER (WHERE status = 'rejected'::text) AS rejected_bids,
      count(*) FILTER (WHERE status = 'withdrawn'::text) AS withdrawn_bids,
      ( SELECT COALESCE(sum(payments.amount), 0::numeric) AS "coalesce"
             FROM public.payments
            WHERE payments.payee_id = (( SELECT auth.uid() AS uid)) AND payments.status = 'pending'::text) AS amount_due,
      ( SELECT COALESCE(sum(payments.amount), 0::numeric) AS "coalesce"
             FROM public.payments
            WHERE payments.payee_id = (( SELECT auth.uid() AS uid)) AND payments.status = 'paid'::text) AS amount_paid
     FROM public.bids b
    WHERE contractor_id = (( SELECT auth.uid() AS uid)) AND ( SELECT app.require_role('contractor'::text) AS require_role);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the contractor who calls.

view public.dashboard_facility_job_bids security_invoker=true
   SELECT b.id AS bid_id,
      b.job_id,
      b.contractor_id,
      app.display_name(p.*) AS contractor_name,
      b.amount,
      b.status AS bid_status,
      b.created_at
     FROM public.bids b
       JOIN public.jobs j ON j.id = b.job_id
       JOIN public.profiles p ON p.id = b.contractor_id
    WHERE j.facility_id = (( SELECT auth.uid() AS uid)) AND NOT j.is_deleted AND ( SELECT app.require_role('facility'::text) AS require_role);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The bids on the jobs of the facility that calls.

view public.dashboard_facility_summary security_invoker=true
   SELECT bids.contractors AS active_contractors,
      ( SELECT count(DISTINCT consultations.consultant_id) AS count
             FROM public.consultations
            WHERE consultations.facility_id = (( SELECT auth.uid() AS uid)) AND consultations.status = 'booked'::text AND consultations.ends_at > now()) AS booked_consultants,
      jobs.open AS active_jobs,
      jobs.total AS total_jobs,
      bids.total AS total_bids
     FROM ( SELECT count(*) FILTER (WHERE jobs_1.status = 'open'::text) AS open,
              count(*) AS total
             FROM public.jobs jobs_1
            WHERE jobs_1.facility_id = (( SELECT auth.uid() AS uid)) AND NOT jobs_1.is_deleted) jobs,
      ( SELECT count(DISTINCT b.contractor_id) FILTER (WHERE b.status = ANY (ARRAY['pending'::text, 'accepted'::text])) AS contractors,
              count(*) AS total
             FROM public.bids b
               JOIN public.jobs j ON j.id = b.job_id
            WHERE j.facility_id = (( SELECT auth.uid() AS uid)) AND NOT j.is_deleted) bids
    WHERE ( SELECT app.require_role('facility'::text) AS require_role);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The statistics of the facility that calls.

view public.dashboard_inbox_preview security_invoker=true
   SELECT c.id,
          CASE
              WHEN c.job_id IS NOT NULL THEN 'job'::text
              ELSE 'consultation'::text
          END AS thread_type,
      c.job_id,
      c.consultation_id,
      COALESCE(j.title, 'Consultation'::text) AS thread_title,
      COALESCE(c.last_sender_name, app.display_name(other.*)) AS sender_name,
      c.last_content AS content,
      COALESCE(c.last_message_at, c.created_at) AS created_at,
      ( SELECT count(*) AS count
             FROM public.messages m
            WHERE m.conversation_id = c.id AND m.recipient_id = (( SELECT auth.uid() AS uid)) AND NOT m.read) AS unread_count,
      other.id AS counterpart_id,
      app.display_name(other.*) AS counterpart_name,
      (EXISTS ( SELECT
             FROM public.messages m
            WHERE m.conversation_id = c.id AND m.seq = c.seq AND m.recipient_id = (( SELECT auth.uid() AS uid)))) AS is_unanswered
     FROM public.conversations c
       LEFT JOIN public.jobs j ON j.id = c.job_id
       LEFT JOIN public.profiles other ON other.id =
          CASE
              WHEN c.facility_id = (( SELECT auth.uid() AS uid)) THEN c.partner_id
              ELSE c.facility_id
          END
    WHERE (c.facility_id = (( SELECT auth.uid() AS uid)) OR c.partner_id = (( SELECT auth.uid() AS uid))) AND (c.seq > 0 OR c.facility_id = (( SELECT auth.uid() AS uid)) AND (c.job_id IN ( SELECT own.id
             FROM public.jobs own
            WHERE own.facility_id = (( SELECT auth.uid() AS uid)) AND own.status = 'open'::text AND NOT own.is_deleted)) AND (EXISTS ( SELECT
             FROM public.bids b
            WHERE b.job_id = c.job_id AND b.contractor_id = c.partner_id AND (b.status = ANY (ARRAY['pending'::text, 'accepted'::text])))) OR c.partner_id = (( SELECT auth.uid() AS uid)) AND (c.job_id IN ( SELECT won.id
             FROM public.jobs won
            WHERE won.awarded_contractor_id = (( SELECT auth.uid() AS uid)) AND won.status = 'open'::text)) OR (EXISTS ( SELECT
             FROM public.consultations k
            WHERE k.id = c.consultation_id AND k.status = 'booked'::text AND k.ends_at > now())));
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The conversations of the caller, with the latest message, the number of unread ones, and whether the other side wrote last.

view public.dashboard_total_users_by_role security_invoker=true
   SELECT role,
      total
     FROM app.users_by_role() users_by_role(role, total);
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The number of users with each role. For admins.

view public.dashboard_waiting security_invoker=true
   SELECT kind,
      id,
      title,
      job_id,
      consultation_id,
      other_id,
      COALESCE(other_name, ( SELECT app.display_name(p.*) AS display_name
             FROM public.profiles p
            WHERE p.id = w.other_id)) AS other_name,
      amount,
      count,
      since
     FROM ( SELECT 'bids_to_judge'::text AS kind,
              j.id,
              j.title,
              j.id AS job_id,
              NULL::uuid AS consultation_id,
              b.bidder AS other_id,
              NULL::text AS other_name,
              b."least" AS amount,
              b.number AS count,
              b.since
             FROM public.jobs j,
              LATERAL ( SELECT count(*) AS number,
                      min(bids.amount) AS "least",
                      min(bids.created_at) AS since,
                          CASE
                              WHEN count(*) = 1 THEN min(bids.contractor_id::text)::uuid
                              ELSE NULL::uuid
                          END AS bidder
                     FROM public.bids
                    WHERE bids.job_id = j.id AND bids.status = 'pending'::text) b
            WHERE j.facility_id = (( SELECT auth.uid() AS uid)) AND j.is_biddable AND b.number > 0
          UNION ALL
           SELECT 'payment_due'::text,
              pay.id,
              COALESCE(j.title, 'Consultation'::text) AS "coalesce",
              pay.job_id,
              pay.consultation_id,
              pay.payee_id,
              NULL::text,
              pay.amount,
              1,
              pay.created_at
             FROM public.payments pay
               LEFT JOIN public.jobs j ON j.id = pay.job_id
            WHERE pay.payer_id = (( SELECT auth.uid() AS uid)) AND pay.status = 'pending'::text
          UNION ALL
           SELECT 'review_to_leave'::text,
              c.id,
              'Consultation'::text,
              c.job_id,
              c.id,
              c.consultant_id,
              NULL::text,
              NULL::numeric,
              1,
              c.ends_at
             FROM public.consultations c
            WHERE c.facility_id = (( SELECT auth.uid() AS uid)) AND c.status = 'booked'::text AND c.ends_at >= (now() - '60 days'::interval) AND c.ends_at <= now() AND NOT (EXISTS ( SELECT
                     FROM public.reviews r
                    WHERE r.consultation_id = c.id))
          UNION ALL
           SELECT 'job_to_finish'::text,
              j.id,
              j.title,
              j.id,
              NULL::uuid,
              j.facility_id,
              NULL::text,
              b.amount,
              1,
              j.awarded_at
             FROM public.jobs j
               JOIN public.bids b ON b.job_id = j.id AND b.status = 'accepted'::text
            WHERE j.awarded_contractor_id = (( SELECT auth.uid() AS uid)) AND j.status = 'open'::text AND NOT j.is_deleted
          UNION ALL
           SELECT 'consultation_soon'::text,
              c.id,
              'Consultation'::text,
              c.job_id,
              c.id,
                  CASE
                      WHEN c.facility_id = (( SELECT auth.uid() AS uid)) THEN c.consultant_id
                      ELSE c.facility_id
                  END AS facility_id,
              NULL::text,
              NULL::numeric,
              1,
              c.scheduled_at
             FROM public.consultations c
            WHERE ((( SELECT auth.uid() AS uid)) = c.facility_id OR (( SELECT auth.uid() AS uid)) = c.consultant_id) AND c.status = 'booked'::text AND c.ends_at > now() AND c.scheduled_at < (now() + '24:00:00'::interval)
          UNION ALL
           SELECT 'messages'::text,
              m.conversation_id,
              COALESCE(min(j.title), 'Consultation'::text) AS "coalesce",
              m.job_id,
              m.consultation_id,
              m.sender_id,
              max(m.sender_name) AS max,
              NULL::numeric,
              count(*) AS count,
              min(m.created_at) AS min
             FROM public.messages m
               LEFT JOIN public.jobs j ON j.id = m.job_id
            WHERE m.recipient_id = (( SELECT auth.uid() AS uid)) AND NOT m.read
            GROUP BY m.conversation_id, m.job_id, m.consultation_id, m.sender_id
          UNION ALL
           SELECT 'demo_request'::text,
              d.id,
              d.company,
              NULL::uuid,
              NULL::uuid,
              NULL::uuid,
              d.full_name,
              NULL::numeric,
              1,
              d.created_at
             FROM public.demo_requests d
            WHERE ( SELECT app.is_admin() AS is_admin) AND NOT d.handled
          UNION ALL
           SELECT 'newcomer'::text,
              n.id,
              n.address,
              NULL::uuid,
              NULL::uuid,
              NULL::uuid,
              n.full_name,
              NULL::numeric,
              1,
              n.since
             FROM app.waiting_newcomers() n(id, address, full_name, since)
          UNION ALL
           SELECT 'job_without_bids'::text,
              j.id,
              j.title,
              j.id,
              NULL::uuid,
              j.facility_id,
              NULL::text,
              j.budget,
              1,
              j.created_at
             FROM ( SELECT jobs_without_bids.id,
                      jobs_without_bids.facility_id,
                      jobs_without_bids.title,
                      jobs_without_bids.description,
                      jobs_without_bids.budget,
                      jobs_without_bids.category,
                      jobs_without_bids.location,
                      jobs_without_bids.status,
                      jobs_without_bids.is_deleted,
                      jobs_without_bids.awarded_at,
                      jobs_without_bids.awarded_contractor_id,
                      jobs_without_bids.finished_at,
                      jobs_without_bids.created_at,
                      jobs_without_bids.is_biddable
                     FROM app.jobs_without_bids
                    WHERE ( SELECT app.is_admin() AS is_admin)
                    ORDER BY jobs_without_bids.created_at DESC
                   LIMIT 101) j
          UNION ALL
           SELECT 'unsent_mails'::text,
              m.newest,
              'Mails'::text,
              NULL::uuid,
              NULL::uuid,
              NULL::uuid,
              NULL::text,
              NULL::numeric,
              m.number,
              m.since
             FROM app.unsent_mails() m(newest, number, since)) w;
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The open items of the caller: bids to review, payments due, reviews to leave, work to finish, consultations within 24 hours and unread messages. For admins: demo requests, the newest 101 users without a role, the newest 101 jobs without a bid for three days, and emails that the server gave up on.

view public.dashboard_waiting_counts security_invoker=true
   SELECT kind,
      sum(count)::bigint AS number
     FROM public.dashboard_waiting
    GROUP BY kind;
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The number of open items of the caller by kind; for jobs without bids and for users without a role at most 101.

view public.my_notices security_invoker=true
   SELECT n.id,
      n.kind,
      k.setting,
      n.job_id,
      n.consultation_id,
      n.count,
      n.read,
      n.created_at,
      app.fill_pattern(k.title, app.notice_values(n.*)) AS title,
      k.reason,
      app.notice_link(n.*, k.path, ( SELECT app.my_role() AS my_role)) AS link,
          CASE
              WHEN n.job_id IS NOT NULL THEN ( SELECT jobs.title
                 FROM public.jobs
                WHERE jobs.id = n.job_id)
              WHEN n.consultation_id IS NOT NULL THEN COALESCE(( SELECT 'Consultation with '::text || app.display_name(p.*)
                 FROM public.profiles p
                WHERE p.id = n.other_id), 'Consultation'::text)
              ELSE 'Your account'::text
          END AS group_title
     FROM public.notices n
       JOIN public.notice_kinds k ON k.name = n.kind;
  rights authenticated=r/postgres, postgres=arwdDxtm/postgres, service_role=r/postgres
  comment The notices of the caller in words, with the reason and a link.

-- functions

CREATE OR REPLACE FUNCTION app.accept_bid(selected uuid, of_job uuid)
   RETURNS public.bids
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
    bid public.bids;
  begin
    select * into job from public.jobs where id = of_job for update;
    if not app.is_server() and job.facility_id is distinct from app.my_id_as('facility') then
      perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can accept a bid.',
        'Ask the facility to accept it.');
    end if;
    select * into bid from public.bids where id = selected and job_id = of_job for update;
    if not found then
      perform app.refuse(404, 'bid_unknown', 'This bid was not found.', 'Reload the bids of this job.');
    end if;
    if job.is_deleted then
      perform app.refuse(409, 'job_deleted', 'This job was deleted.', 'Post it again.');
    end if;
    if bid.status = 'accepted' then
      return bid;
    end if;
    if job.awarded_at is not null then
      perform app.refuse(409, 'job_awarded', 'Another bid on this job was accepted.', 'Reload the bids of this job.');
    end if;
    if bid.status <> 'pending' then
      perform app.refuse(409, 'bid_decided', format('This bid was %s.', bid.status), 'Choose another bid.');
    end if;
    update public.bids
      set status = case when id = selected then 'accepted' else 'rejected' end
      where job_id = of_job and status = 'pending';
    update public.jobs
      set awarded_at = now(), awarded_contractor_id = bid.contractor_id
      where id = of_job;
    bid.status := 'accepted';
    return bid;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.acting_admins()
   RETURNS SETOF uuid
   LANGUAGE sql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select p.id
    from public.profiles p join auth.users u on u.id = p.id
    where p.role = 'admin' and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
    order by p.id for key share of p
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.admin_admit(account uuid, new_role text, full_name text, company_name text, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    named text := app.trimmed(full_name);
    company text := app.trimmed(company_name);
  begin
    perform app.begin_admin_action();
    perform app.require_other_user(account);
    if new_role is null or new_role not in ('facility', 'contractor', 'consultant') then
      perform app.refuse(400, 'role_not_for_newcomers', 'New sign-ups cannot get this role.',
        'Choose facility, contractor or consultant.');
    end if;
    perform app.check_text('The name', named, 200, true);
    perform app.check_text('The company', company, 200, true);
    if exists (select from public.profiles p where p.id = account) then
      perform app.refuse(409, 'person_has_role', 'This user already has a role.',
        'Another admin may have given it. Find the user in the list of users.');
    end if;
    if not exists (select from app.newcomers n where n.id = account) then
      perform app.refuse(404, 'person_unknown', 'This user was not found.', 'Find the user in the list of users.');
    end if;
    perform app.require_no_ban(account);
    perform app.give_first_role(account, new_role);
    update public.profiles p
      set full_name = named, company_name = company, username = app.slug(named)
      where p.id = account;
    -- The audit entry is written last, so that it shows the new name.
    perform app.audit('admit', account::text, app.check_reason(reason), (
      select jsonb_strip_nulls(
        jsonb_build_object('role', new_role, 'phone', case when c.email is null then '+' || c.phone end)
      )
      from app.contacts c where c.user_id = account
    ));
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_ban(account uuid, until timestamp with time zone, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.begin_admin_action();
    perform app.require_other_user(account);
    if until <= now() then
      perform app.refuse(400, 'ban_over', 'A ban must end in the future.', 'Choose a later time.');
    end if;
    perform app.audit('ban', account::text, app.check_reason(reason), jsonb_build_object('until', until));
    perform private.end_access(account);
    update auth.users set banned_until = until where id = account;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_dead_letters()
   RETURNS TABLE(id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text, created_at timestamp with time zone, dead_at timestamp with time zone)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select * from app.dead_letters() where (select app.require_admin()) order by dead_at desc
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_end_sessions(account uuid, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_admin();
    perform app.lock_user(account);
    perform app.audit('end_sessions', account::text, app.check_reason(reason));
    perform private.end_access(account);
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_list_number(list text, wanted_bucket text)
   RETURNS bigint
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    perform app.require_admin();
    if list is null or list not in ('users', 'jobs', 'bids', 'payments', 'entries') then
      perform app.refuse(400, 'list_unknown', 'This list does not exist.',
        'Use users, jobs, bids, payments or entries.');
    end if;
    return (
      select coalesce(sum(c.value), 0) from private.current_counters c
      where case
        when list = 'users' then c.metric = 'users_by_role'
        when list = 'payments' then c.metric = 'payments_by_status'
        when list = 'entries' then c.metric = 'audit_entries_by_action'
        when list = 'bids' then c.metric = 'bids_by_status'
        when wanted_bucket is null then c.metric = 'jobs_posted'
        when wanted_bucket = 'open' then c.metric = 'open_jobs_by_category'
        else c.metric = 'jobs_by_state'
      end
        and (wanted_bucket is null or c.bucket = wanted_bucket or list = 'jobs' and wanted_bucket = 'open')
    );
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_newcomers()
   RETURNS TABLE(id uuid, email text, phone text, full_name text, created_at timestamp with time zone, banned_until timestamp with time zone)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select * from app.newcomers where (select app.require_admin())
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_release_award(of_job uuid, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
  begin
    perform app.require_admin();
    select * into job from public.jobs where id = of_job for update;
    if not found then
      perform app.refuse(404, 'job_unknown', 'This job was not found.', 'Find the job in the list of jobs.');
    end if;
    if job.status = 'finished' then
      perform app.refuse(409, 'job_finished', 'This job is finished.', 'Refund its payment instead.');
    end if;
    if job.awarded_at is null then
      perform app.refuse(409, 'job_not_awarded', 'This job has not been awarded.', 'Reload to see its current status.');
    end if;
    perform app.audit('release_award', of_job::text, app.check_reason(reason),
      jsonb_build_object('contractor', job.awarded_contractor_id));
    update public.jobs set awarded_at = null, awarded_contractor_id = null where id = of_job;
    update public.bids set status = 'rejected' where job_id = of_job and status = 'accepted';
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_remove_mail(mail uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.claim_dead_letter(mail, 'remove_mail');
    delete from private.outbox where id = mail;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_remove_review(review uuid, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    removed public.reviews;
  begin
    perform app.require_admin();
    delete from public.reviews where id = review returning * into removed;
    if not found then
      perform app.refuse(404, 'review_unknown', 'This review was not found.', 'It may have been removed already.');
    end if;
    perform app.audit('remove_review', review::text, app.check_reason(reason), to_jsonb(removed));
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search(query text, OUT first_id uuid, OUT last_id uuid, OUT pattern text, OUT people uuid[], OUT jobs uuid[], OUT are_all_jobs boolean)
   RETURNS record
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    max_jobs constant integer := 20000;
  begin
    perform app.require_admin();
    perform app.check_text('The search', query, 200, true);
    -- The pattern is set for an id as well, because the reference of a payment may look like one.
    pattern := app.like_pattern(query);
    select range.first_id, range.last_id into first_id, last_id from app.id_range(query) as range;
    if first_id = last_id then
      people := array[first_id];
      jobs := array[first_id];
      are_all_jobs := true;
      return;
    end if;
    people := array(
      select p.id from public.profiles p
      where p.full_name ilike pattern or p.username ilike pattern or p.company_name ilike pattern
        or p.id between first_id and last_id
    );
    jobs := array(
      select j.id from public.jobs j
      where j.title ilike pattern or j.id between first_id and last_id
      limit max_jobs + 1
    );
    are_all_jobs := cardinality(jobs) <= max_jobs;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search_audit(query text, wanted_action text, latest timestamp with time zone, beyond bigint)
   RETURNS SETOF bigint
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    pattern text := app.like_pattern(lower(query));
    phone_pattern text := app.phone_like_pattern(query);
  begin
    perform app.require_admin();
    perform app.check_text('The search', query, 200, true);
    return query
      select e.id from app.audit_log e
      where (e.search_text like pattern or e.search_text like phone_pattern)
        and (wanted_action is null or e.action = wanted_action)
        and e.at <= coalesce(latest, 'infinity')
        and (beyond is null or e.at < latest or e.id > beyond)
      order by e.at desc, e.id
      limit app.search_limit();
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search_bids(query text, wanted_status text, latest timestamp with time zone, beyond uuid)
   RETURNS SETOF public.bids
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    found record := app.admin_search(query);
  begin
    return query
      select b.* from public.bids b
      where (
          case
            when found.are_all_jobs then b.job_id = any (found.jobs)
            else app.job_title_matches(b.job_id, found.pattern)
          end
          or b.contractor_id = any (found.people)
          or b.id between found.first_id and found.last_id
        )
        and (wanted_status is null or b.status = wanted_status)
        and b.created_at <= coalesce(latest, 'infinity')
        and (beyond is null or b.created_at < latest or b.id > beyond)
      order by b.created_at desc, b.id
      limit app.search_limit();
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search_jobs(query text, wanted_state text, latest timestamp with time zone, beyond uuid)
   RETURNS SETOF public.jobs
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    found record := app.admin_search(query);
  begin
    return query
      select j.* from public.jobs j
      where (
          case when found.are_all_jobs then j.id = any (found.jobs) else j.title ilike found.pattern end
          or j.facility_id = any (found.people)
        )
        and case wanted_state
          when 'without_bids' then j.id in (select id from app.jobs_without_bids)
          else wanted_state is null or app.is_in_state(j, wanted_state)
        end
        and j.created_at <= coalesce(latest, 'infinity')
        and (beyond is null or j.created_at < latest or j.id > beyond)
      order by j.created_at desc, j.id
      limit app.search_limit();
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search_payments(query text, wanted_status text, latest timestamp with time zone, beyond uuid)
   RETURNS SETOF public.payments
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    found record := app.admin_search(query);
  begin
    return query
      select p.* from public.payments p
      where (
          case
            when found.are_all_jobs then p.job_id = any (found.jobs)
            else app.job_title_matches(p.job_id, found.pattern)
          end
          or p.payer_id = any (found.people)
          or p.payee_id = any (found.people)
          or p.reference ilike found.pattern
          or p.id between found.first_id and found.last_id
        )
        and (wanted_status is null or p.status = wanted_status)
        and p.created_at <= coalesce(latest, 'infinity')
        and (beyond is null or p.created_at < latest or p.id > beyond)
      order by p.created_at desc, p.id
      limit app.search_limit();
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_search_users(query text, by_role boolean)
   RETURNS SETOF uuid
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    -- The role is the last line of the text, so a pattern that needs a line break after the match leaves it out.
    pattern constant text := app.like_pattern(lower(query)) || case when by_role then '' else e'\n%' end;
    phone_pattern constant text := app.phone_like_pattern(query);
    ids constant record := app.id_range(query);
  begin
    perform app.require_admin();
    perform app.check_text('The search', query, 200, true);
    return query
      select c.user_id from app.contacts c
      where c.search_text like pattern or c.search_text like phone_pattern
        or c.user_id between ids.first_id and ids.last_id;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_send_again(mail uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.claim_dead_letter(mail, 'send_mail_again');
    -- The attempts start again at 0. send_count is compared with them, so it is reduced by the same number.
    update private.notification_emails l set send_count = greatest(l.send_count - o.attempts, 0)
      from private.outbox o where o.id = l.id and l.id = mail;
    update private.outbox set dead_at = null, attempts = 0, due_at = now() where id = mail;
    perform pg_notify('outbox', '');
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.admin_set_role(account uuid, new_role text, reason text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    before text;
  begin
    perform app.begin_admin_action();
    perform app.require_other_user(account);
    if new_role is null or new_role not in ('facility', 'contractor', 'consultant', 'admin') then
      perform app.refuse(400, 'role_unknown', 'This role does not exist.',
        'Choose facility, contractor, consultant or admin.');
    end if;
    select p.role into before from public.profiles p where p.id = account;
    if before is null then
      perform app.require_no_ban(account);
    end if;
    perform app.audit('set_role', account::text, app.check_reason(reason),
      jsonb_build_object('from', before, 'to', new_role));
    perform app.give_role(account, new_role);
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.asking_admin()
   RETURNS uuid
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    if app.is_server() or app.my_role() is distinct from 'admin' then
      perform app.refuse(403, '42501', 'Only admins can do this.', 'Log in as an admin.');
    end if;
    if not app.is_admin() then
      perform app.refuse(403, 'second_factor_required', 'Log in with your second factor first.',
        'Admins need a second factor here.');
    end if;
    return auth.uid();
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.audit(action text, subject text, reason text, details jsonb DEFAULT '{}'::jsonb)
   RETURNS void
   LANGUAGE sql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    insert into app.audit_log (actor_id, action, subject, reason, details)
    values (auth.uid(), action, subject, reason, details)
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.banned_ids()
   RETURNS SETOF uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select user_id from app.contacts where banned_until > now()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.begin_admin_action()
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('admins', 3));
    perform app.require_admin();
    if exists (select from auth.users where id = auth.uid() and banned_until > now()) then
      perform app.refuse(403, '42501', 'Only admins can do this.', 'Another admin has just banned you.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.bid_count_of(job uuid)
   RETURNS bigint
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select (
      select count(*) from public.bids b where b.job_id = j.id and b.status in ('pending', 'accepted')
    )
    from public.jobs j
    where j.id = job
      and (
        j.facility_id = auth.uid()
        or (
          j.is_biddable and app.my_role() = 'contractor'
          and j.facility_id not in (select banned.id from app.banned_ids() as banned (id))
        )
        or exists (select from public.bids m where m.job_id = j.id and m.contractor_id = auth.uid())
        or app.is_admin() or app.is_server()
      )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.biddable_job_count(wanted_category text)
   RETURNS bigint
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select (
        select coalesce(sum(c.value), 0) from private.current_counters c
        where c.metric = 'biddable_jobs_by_category' and (wanted_category is null or c.bucket = wanted_category)
      )::bigint - (
        select count(*) from public.jobs j
        where j.is_biddable and j.facility_id in (select banned.id from app.banned_ids() as banned (id))
          and (wanted_category is null or j.category = wanted_category)
      )
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.can_read_topic(topic text)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select exists (select from app.topic_access(topic))
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.can_send_to_topic(topic text)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select exists (select from app.topic_access(topic) where writable)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.check_limit(name text, times timestamp with time zone[])
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  declare
    max_count integer := split_part(app.setting('limit_' || name), '/', 1)::integer;
    oldest timestamptz := times[array_length(times, 1)];
    wait integer;
  begin
    if max_count is null or coalesce(array_length(times, 1), 0) <= max_count then
      return;
    end if;
    wait := greatest(1, ceil(extract(epoch from oldest + app.limit_window(name) - now())));
    perform app.refuse_too_often(name, wait);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.check_link(field text, owner uuid, link text)
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  declare
    site text := coalesce(
      regexp_replace(app.setting('site_url'), '([.\[\]])', '\\\1', 'g'),
      'http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?'
    );
    own_path text := owner || '/(picture|resume)/[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,5}';
  begin
    perform app.check_text(field, link, 2000);
    if link is not null
      and link !~ ('^' || own_path || '$')
      and link !~ ('^' || site || '/storage/v1/object/public/user-files/' || own_path || '$')
      and link !~ '^https://[^/\s]+(/\S*)?$'
    then
      perform app.refuse(400, 'link_invalid', format('%s must be an uploaded file or an https address.', field),
        'Upload a file, or enter an address that begins with https://.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_message_time(message public.messages)
   RETURNS void
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if exists (select from public.jobs where id = message.job_id and finished_at < message.created_at)
      or exists (
        select from public.consultations
        where id = message.consultation_id and ends_at < message.created_at
      )
    then
      perform app.refuse(409, 'conversation_closed', 'Messaging was already closed at that time.',
        'Send the time when the message was written.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.check_money(field text, input numeric)
   RETURNS void
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    if input is null or not app.is_money(input) then
      perform app.refuse(400, 'money_invalid',
        format('%s must be an amount from $0.01 to $9,999,999.99.', field),
        'Enter dollars with at most two decimals.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_not_repeated(client uuid)
   RETURNS void
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if exists (select from public.messages where sender_id = auth.uid() and client_id = client) then
      perform app.refuse(409, '23505', 'This message was already sent.', 'You do not need to send it again.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.check_profile(profile public.profiles)
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    perform app.check_text('Username', profile.username, 100);
    perform app.check_text('Full name', profile.full_name, 200);
    perform app.check_text('Company', profile.company_name, 200);
    perform app.check_text('Headline', profile.headline, 200);
    perform app.check_text('Location', profile.location, 200);
    perform app.check_text('Bio', profile.bio, 5000);
    perform app.check_text_list('Services', profile.services);
    perform app.check_text_list('Certifications', profile.certifications);
    if profile.consultation_fee is not null then
      perform app.check_money('The fee', profile.consultation_fee);
      if profile.role <> 'consultant' then
        perform app.refuse(400, 'fee_not_for_role', 'Only consultants can have a fee.', 'Leave the fee empty.');
      end if;
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_range(start_date date, end_date date)
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    if start_date is null or end_date is null or start_date > end_date or end_date - start_date >= 1000 then
      perform app.refuse(400, 'range_invalid', 'The range must begin before it ends and span at most 1,000 days.',
        'Send start_date and end_date as yyyy-MM-dd.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_reason(reason text)
   RETURNS text
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    if app.trimmed(reason) is null then
      perform app.refuse(400, 'reason_missing', 'A reason is required.', 'Say why, in a few words.');
    end if;
    perform app.check_text('The reason', app.trimmed(reason), 1000);
    return app.trimmed(reason);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.check_text(field text, input text, max_length integer, is_required boolean DEFAULT false)
   RETURNS void
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    if is_required and input is null then
      perform app.refuse(400, 'text_missing', format('%s is required.', field), 'Fill it in.');
    elsif length(input) > max_length then
      perform app.refuse(400, 'text_too_long',
        format('%s can have at most %s characters. You entered %s.', field, max_length, length(input)), 'Shorten it.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_text_list(field text, texts text[])
   RETURNS void
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_text_list(texts, 50, 100) then
      perform app.refuse(400, 'words_invalid', format('%s can have at most 50 entries of at most 100 characters.', field),
        'Shorten the list.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.check_time_zone(zone text)
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    if not exists (select from pg_catalog.pg_timezone_names where name = zone) then
      perform app.refuse(400, 'time_zone_unknown', 'This time zone does not exist.',
        'Choose a name such as America/Denver.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.claim_dead_letter(mail uuid, action text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    given_up boolean;
    failed record;
  begin
    perform app.require_admin();
    select dead_at is not null into given_up
      from private.outbox where id = mail and kind = any (app.mail_kinds()) for update skip locked;
    if given_up is null
      and not exists (select from private.outbox where id = mail and kind = any (app.mail_kinds()))
    then
      perform app.refuse(404, 'mail_unknown', 'This email was not found.', 'It may have been removed already.');
    end if;
    if given_up is not true then
      perform app.refuse(409, 'mail_not_given_up', 'This email is being sent or was already sent.', 'Reload the list.');
    end if;
    select * into failed from app.dead_letters() where id = mail;
    -- The audit entry names the account. It has the address only if no account is known.
    perform app.audit(
      action, coalesce(failed.recipient_id, mail)::text, null,
      jsonb_strip_nulls(jsonb_build_object(
        'mail', failed.about, 'address', case when failed.recipient_id is null then failed.address end
      ))
    );
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.consultation_analytics(start_date date, end_date date)
   RETURNS TABLE(date date, count bigint)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select d.day, (select count(*) from public.consultations where created_at >= d.starts and created_at < d.ends)
    from app.days(start_date, end_date) d
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.consultation_conversation_access(of_consultation uuid)
   RETURNS TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select conversation.id,
           case when conversation.facility_id = auth.uid() then conversation.partner_id else conversation.facility_id end,
           reason.banner is null, reason.banner
    from public.conversations conversation
      join public.consultations c on c.id = conversation.consultation_id,
      lateral (
        select case
          when c.status = 'cancelled' then 'This consultation was cancelled. Messaging is disabled.'
          when c.ends_at <= now() then 'This consultation has ended. Messaging is disabled.'
        end as banner
      ) as reason
    where conversation.consultation_id = of_consultation
      and auth.uid() in (conversation.facility_id, conversation.partner_id)
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.conversation_access(of_job uuid, of_consultation uuid, contractor uuid)
   RETURNS TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select * from app.job_conversation_access(of_job, contractor) where of_job is not null
    union all
    select * from app.consultation_conversation_access(of_consultation) where of_job is null
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.conversation_of(message public.messages)
   RETURNS uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select id from public.conversations c
    where (c.job_id = message.job_id and c.partner_id in (message.sender_id, message.recipient_id))
      or c.consultation_id = message.consultation_id
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.counters_of(entry app.audit_log, zone text)
   RETURNS TABLE(metric private.metric, bucket text, day date, value numeric)
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select 'audit_entries_by_action'::private.metric, entry.action, null::date, 1::numeric
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.counters_of(bid public.bids, zone text)
   RETURNS TABLE(metric private.metric, bucket text, day date, value numeric)
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    return query values
      ('bids_placed'::private.metric, null, app.day_of(bid.created_at, zone), 1::numeric),
      ('bids_by_status', bid.status, null, 1);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.counters_of(job public.jobs, zone text)
   RETURNS TABLE(metric private.metric, bucket text, day date, value numeric)
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    return query
      select c.metric::private.metric, c.bucket, c.day, 1::numeric
      from (
        values
          ('jobs_posted', null, app.day_of(job.created_at, zone), true),
          ('jobs_by_state', 'finished', null, job.status = 'finished'),
          ('jobs_by_state', 'awarded', null, job.status = 'open' and job.awarded_at is not null),
          ('jobs_by_state', 'deleted', null, job.is_deleted),
          ('jobs_by_category', job.category, null, not job.is_deleted),
          ('open_jobs_by_category', job.category, null, job.status = 'open' and not job.is_deleted),
          ('biddable_jobs_by_category', job.category, null, job.is_biddable)
      ) as c (metric, bucket, day, applies)
      where c.applies;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.counters_of(payment public.payments, zone text)
   RETURNS TABLE(metric private.metric, bucket text, day date, value numeric)
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    return query values ('payments_by_status'::private.metric, payment.status, null::date, 1::numeric);
    if payment.status = 'paid' then
      return query values ('revenue'::private.metric, null, app.day_of(payment.paid_at, zone), payment.amount);
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.counters_of(profile public.profiles, zone text)
   RETURNS TABLE(metric private.metric, bucket text, day date, value numeric)
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    return query values
      ('users_created'::private.metric, null, app.day_of(profile.created_at, zone), 1::numeric),
      ('users_by_role', profile.role, null, 1);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.create_notification_email(account uuid, notices uuid[], is_requested boolean DEFAULT false)
   RETURNS void
   LANGUAGE sql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    with queued as (
      insert into private.outbox (kind, payload) values ('notification_email', '{}') returning id
    )
    insert into private.notification_emails (id, recipient_id, notice_ids, is_requested)
      select id, account, notices, is_requested from queued;
    select pg_notify('outbox', '');
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.create_profile(account auth.users)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    named text := app.trimmed(account.raw_user_meta_data ->> 'full_name');
    given_role text := app.role_of_new_account(account);
  begin
    if given_role is null then
      return;
    end if;
    insert into public.profiles (id, role, username, full_name, company_name, services, time_zone, created_at)
    values (
      account.id, given_role, app.slug(named), left(named, 200),
      left(app.trimmed(account.raw_user_meta_data ->> 'company_name'), 200),
      app.to_text_list(account.raw_user_meta_data -> 'services'), app.time_zone(),
      coalesce(account.created_at, now())
    );
    insert into public.notification_settings (user_id) values (account.id);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.create_reminders()
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.notify('consultation_tomorrow', party, due.id, null, due.id, other)
    from (
      select c.id, party, other
      from public.consultations c,
           lateral (values (c.facility_id, c.consultant_id), (c.consultant_id, c.facility_id)) as sides(party, other)
      where c.status = 'booked' and c.scheduled_at between now() and now() + interval '24 hours'
        and c.created_at < c.scheduled_at - interval '24 hours'
        and not exists (
          select from public.notices n
          -- Both values of read are named for the index: before PostgreSQL 18 a scan cannot skip a column.
          where n.recipient_id = party and n.read in (false, true) and n.created_at > now() - interval '25 hours'
            and n.source_id = c.id and n.kind = 'consultation_tomorrow'
        )
      for share of c skip locked
    ) as due;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.daily_values(start_date date, end_date date, wanted private.metric)
   RETURNS TABLE(day date, value numeric)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select d.day, coalesce(sum(c.value), 0)
    from app.days(start_date, end_date) as d
      left join private.current_counters c
        on c.metric = wanted and c.bucket is null and c.day between start_date and end_date and c.day = d.day
    group by d.day order by d.day
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.day_of(moment timestamp with time zone, zone text)
   RETURNS date
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$ select (moment at time zone zone)::date $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.days(start_date date, end_date date)
   RETURNS TABLE(day date, starts timestamp with time zone, ends timestamp with time zone)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_admin();
    perform app.check_range(start_date, end_date);
    return query
      select d::date, d::timestamp at time zone app.time_zone(), (d + 1)::timestamp at time zone app.time_zone()
      from (select start_date + n as d from generate_series(0, end_date - start_date) as n) as dates;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.dead_letters()
   RETURNS TABLE(id uuid, kind text, about text, recipient_id uuid, address text, attempts integer, last_error text, created_at timestamp with time zone, dead_at timestamp with time zone)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select o.id, o.kind,
           case o.kind
             when 'notification_email' then 'notices'
             when 'auth.link' then o.payload ->> 'purpose'
             when 'auth.sms' then o.payload ->> 'purpose'
             when 'auth.sign-up' then 'signup'
             else o.payload ->> 'kind'
           end,
           coalesce(known.user_id, holder.user_id, called.id),
           -- The confirmation of a new address goes there, although the payload also has the account's current address.
           coalesce(
             o.payload ->> 'to', o.payload ->> 'newEmail', o.payload ->> 'email', '+' || (o.payload ->> 'phone'),
             known.email
           ),
           o.attempts, o.last_error, o.created_at, o.dead_at
    from private.outbox o
      left join private.notification_emails l on l.id = o.id
      left join app.contacts known on known.user_id = coalesce(l.recipient_id, (o.payload ->> 'accountId')::uuid)
      left join lateral (
        select user_id from app.contacts
        where lower(email) = lower(coalesce(o.payload ->> 'to', o.payload ->> 'email')) limit 1
      ) as holder on true
      left join auth.users called on called.phone = o.payload ->> 'phone'
    where o.dead_at is not null and o.kind = any (app.mail_kinds())
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.display_name(profile public.profiles)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select case
      when profile.role = 'facility' then coalesce(profile.company_name, profile.full_name, profile.username)
      else coalesce(profile.full_name, profile.username, profile.company_name)
    end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.email_all_due_notices()
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    account uuid;
  begin
    for account in select distinct recipient_id from public.notices where mail_at <= now() limit 500 loop
      -- A failure for one user is rolled back and logged, and does not delay the others.
      begin
        perform app.email_due_notices(account);
      exception when others then
        raise warning 'The notification email to % could not be created: %', account, sqlerrm;
      end;
    end loop;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.email_delay()
   RETURNS interval
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select interval '2 minutes'
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.email_due_notices(account uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    may_at timestamptz := app.next_email_at(account);
    due uuid[];
  begin
    select array_agg(id) into due
    from (
      select id from public.notices
      where recipient_id = account and mail_at is not null
        and (mail_at <= now() or may_at <= now() and created_at <= now() - app.email_delay())
      for update skip locked
    ) as free;
    update public.notices set mail_at = case when may_at > now() then may_at end where id = any (due);
    perform app.create_notification_email(account, due) where due is not null and may_at <= now();
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.email_items(email private.notification_emails)
   RETURNS jsonb
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select jsonb_agg(
      jsonb_build_object(
        'template', k.template,
        'values', app.notice_values(latest)
          || jsonb_build_object(
               'link', app.notice_link(latest, k.path, me.role), 'reason', k.reason, 'count', g.count::text
             )
          || case when g.others > 1 then jsonb_build_object(
               'who', format('%s and %s more', app.notice_values(latest) ->> 'who', g.others - 1),
               'amount', app.format_range(g.lowest, g.highest)
             ) else '{}' end
      ) order by latest.created_at desc
    )
    from (
      select (array_agg(n order by n.created_at desc))[1] as latest, sum(n.count) as count,
             count(distinct n.other_id) as others, min(n.amount) as lowest, max(n.amount) as highest
      from public.notices n
        join public.notice_kinds k on k.name = n.kind
        left join public.notification_settings s on s.user_id = n.recipient_id
        left join public.consultations c on c.id = n.consultation_id
      where n.id = any (email.notice_ids) and not n.read and n.mail_at is null and app.wants_notice(s, k.setting)
        and not (k.is_ahead and coalesce(c.scheduled_at <= now(), false))
        and not exists (
          select from private.notification_emails later
          where later.recipient_id = email.recipient_id and later.queued_at > email.queued_at
            and n.id = any (later.notice_ids)
        )
      -- Several bids on a job are one item. Each conversation about it is an item of its own.
      group by n.kind, n.job_id, n.consultation_id, case when k.setting = 'messages' then n.source_id end
    ) as g
      join public.notice_kinds k on k.name = (g.latest).kind
      join public.profiles me on me.id = email.recipient_id,
      lateral (select (g.latest).*) as latest
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.end_my_session(session uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
    if not found then
      perform app.refuse(404, 'session_unknown', 'This session was not found.', 'It may have ended already.');
    end if;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.fee_of(consultant uuid)
   RETURNS numeric
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select coalesce((select consultation_fee from public.profiles where id = consultant), 0)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.files_of(owner uuid, file_kind text)
   RETURNS text[]
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select array(
      select name from storage.objects
      where bucket_id = 'documents'
        and name collate "C" > files_of.owner || '/' || file_kind || '/'
        and name collate "C" < files_of.owner || '/' || file_kind || '0'
      order by updated_at desc nulls last, created_at desc, name
    )
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.fill_pattern(pattern text, field_values jsonb)
   RETURNS text
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  declare
    filled text := '';
    part text;
  begin
    -- Replace piece by piece, so that braces in a value stay as they are.
    for part in select m[1] from regexp_matches(pattern, '(\{\w+\}|[^{]+)', 'g') as m loop
      filled := filled || case
        when part like '{%' then chr(8296) || coalesce(field_values ->> btrim(part, '{}'), '') || chr(8297)
        else part
      end;
    end loop;
    return filled;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.find_available_jobs(query text, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean, skip integer, size integer)
   RETURNS TABLE(id uuid, total bigint, has_more boolean)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  declare
    max_matches constant integer := 10000;
    pattern constant text := case when query <> '' then app.like_pattern(query) end;
    is_counted constant boolean := pattern is not null or budget_from is not null or budget_to is not null;
    first constant integer := greatest(skip, 0);
    -- All matches up to the limit if they have to be counted, else only the page.
    found uuid[];
    number bigint;
  begin
    perform app.require_role('contractor');
    perform app.check_text('The search', query, 200);
    found := array(
      select j.id from app.biddable_jobs j
      where (wanted_category is null or j.category = wanted_category)
        and (budget_from is null or j.budget >= budget_from)
        and (budget_to is null or j.budget <= budget_to)
        and (pattern is null or j.title ilike pattern or j.description ilike pattern or j.location ilike pattern)
      -- Each case that does not apply is constant, so an index can still provide the order.
      order by
        case when not by_budget and descending then j.created_at end desc,
        case when not by_budget and not descending then j.created_at end,
        case when by_budget and descending then j.budget end desc,
        case when by_budget and not descending then j.budget end,
        j.id
      offset case when is_counted then 0 else first end
      limit case when is_counted then max_matches + 1 else least(size, max_matches) end
    );
    number := case when is_counted then cardinality(found) else app.biddable_job_count(wanted_category) end;
    return query
      select page.id, case when is_counted then least(number, max_matches) else number end,
             is_counted and number > max_matches
      from unnest(case when is_counted then found[first + 1 : least(first + size, max_matches)] else found end)
        with ordinality as page (id, place)
      order by page.place;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.find_jobs_without_bids(sorted_by text, descending boolean)
   RETURNS SETOF uuid
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
   SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  begin
    if not (app.is_admin() or app.is_server()) then
      return;
    end if;
    if sorted_by is null or sorted_by not in ('created_at', 'budget', 'title') then
      perform app.refuse(400, 'order_unknown', 'This sort order does not exist.', 'Sort by created_at, budget or title.');
    end if;
    return query
      select j.id from app.jobs_without_bids j
      -- Each case that does not apply is constant, so an index can still provide the order.
      order by
        case when sorted_by = 'created_at' and descending then j.created_at end desc,
        case when sorted_by = 'created_at' and not descending then j.created_at end,
        case when sorted_by = 'budget' and descending then j.budget end desc,
        case when sorted_by = 'budget' and not descending then j.budget end,
        case when sorted_by = 'title' and descending then j.title end desc,
        case when sorted_by = 'title' and not descending then j.title end,
        j.id
      limit 1001;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.format_amount(amount numeric)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select regexp_replace(to_char(amount, 'FM$9,999,990.00'), '\.00$', '')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.format_range(lowest numeric, highest numeric)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select app.format_amount(lowest) || case when highest > lowest then ' to ' || app.format_amount(highest) else '' end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.format_time(moment timestamp with time zone, zone text)
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select to_char(local, 'FMDay, FMMonth FMDD')
      || case when date_part('year', local) = date_part('year', now() at time zone zone) then ''
         else to_char(local, ', YYYY') end
      || to_char(local, ' "at" FMHH12:MI AM') || ' (' || zone || ')'
    from (select moment at time zone zone as local) as clock
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.give_first_role(account uuid, new_role text)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    perform app.set_role_metadata(account, new_role);
    perform app.create_profile(u) from auth.users u where u.id = account;
    -- The operator informs users whose account the operator creates or confirms in the same transaction.
    perform app.notify('role_given', account, account, null, null, null)
      from auth.users u
      where u.id = account and coalesce(u.email_confirmed_at, u.phone_confirmed_at) < now();
    perform app.mark_newcomer_notices_read();
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.give_role(account uuid, new_role text)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    perform private.end_access(account);
    if not exists (select from public.profiles p where p.id = account) then
      perform app.give_first_role(account, new_role);
      return;
    end if;
    perform app.set_role_metadata(account, new_role);
    update public.profiles p
      set role = new_role, consultation_fee = case when new_role = 'consultant' then p.consultation_fee end
      where p.id = account;
    -- Only admins may know that users wait for a role. So a former admin's notice is marked as read, and no email about it
    -- is sent.
    if new_role <> 'admin' then
      perform app.mark_read(account, account, array['newcomer_came']);
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.id_range(query text, OUT first_id uuid, OUT last_id uuid)
   RETURNS record
   LANGUAGE plpgsql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
  begin
    if query ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
      first_id := query::uuid;
      last_id := first_id;
    elsif query ~ '^[0-9a-fA-F]{8}$' then
      first_id := (query || '-0000-0000-0000-000000000000')::uuid;
      last_id := (query || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.is_admin()
   RETURNS boolean
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select coalesce(
      app.my_role() = 'admin'
        and (app.setting('require_admin_mfa') = 'off' or auth.jwt() ->> 'aal' = 'aal2'),
      false
    )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.is_consultant_busy(consultant uuid, starts timestamp with time zone, ends timestamp with time zone)
   RETURNS boolean
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select starts < ends and exists (
      select from public.consultations
      where consultant_id = consultant and status = 'booked' and duration_minutes > 0
        and tstzrange(scheduled_at, ends_at) && tstzrange(starts, ends)
    )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.is_direct()
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select current_user in ('anon', 'authenticated')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.is_in_state(job public.jobs, state text)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select case state
      when 'open' then job.status = 'open' and not job.is_deleted
      when 'awarded' then job.status = 'open' and job.awarded_at is not null
      when 'finished' then job.status = 'finished'
      when 'deleted' then job.is_deleted
    end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.is_money(amount numeric)
   RETURNS boolean
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    -- NaN and infinity are greater than every number. Trailing zeros do not count as digits.
    select amount > 0 and amount <= 9999999.99 and scale(trim_scale(amount)) <= 2
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.is_server()
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select current_setting('role') not in ('anon', 'authenticated')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.is_text_list(texts text[], max_count integer, max_length integer)
   RETURNS boolean
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select cardinality(texts) <= max_count
      and not exists (
        select from unnest(texts) as item
        where item is null or length(item) not between 1 and max_length
      )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.job_analytics(start_date date, end_date date)
   RETURNS TABLE(date date, posted_jobs bigint, bids bigint)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select j.day, j.value::bigint, b.value::bigint
    from app.daily_values(start_date, end_date, 'jobs_posted') j
      join app.daily_values(start_date, end_date, 'bids_placed') b on b.day = j.day
    order by j.day
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.job_categories()
   RETURNS TABLE(category text, count bigint)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_admin();
    return query
      select k.name, coalesce((
        select sum(c.value) from private.current_counters c where c.metric = 'jobs_by_category' and c.bucket = k.name
      ), 0)::bigint
      from public.job_categories k order by k.position;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.job_conversation_access(of_job uuid, contractor uuid)
   RETURNS TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
    conversation public.conversations;
    is_live boolean;
  begin
    select * into job from public.jobs where id = of_job;
    -- A facility talks to the contractor that it names, or else to the one with the award.
    select * into conversation from public.conversations c
      where c.job_id = of_job
        and (
          c.facility_id = auth.uid() and c.partner_id = coalesce(contractor, job.awarded_contractor_id)
          or c.partner_id = auth.uid()
        );
    if conversation.id is null then
      if job.facility_id = auth.uid() then
        return query select null::uuid, null::uuid, false, 'No accepted contractor bid found.';
      end if;
      return;
    end if;
    is_live := exists (
      select from public.bids b
      where b.job_id = of_job and b.contractor_id = conversation.partner_id and b.status in ('pending', 'accepted')
    );
    banner := case
      when job.status = 'finished' then 'This job is marked as finished. Messaging is disabled.'
      when job.is_deleted then 'This job was deleted. Messaging is disabled.'
      when not is_live then 'This job was given to another contractor. Messaging is disabled.'
      -- Before the award the contractor has to write first, and then the facility may answer.
      when conversation.facility_id = auth.uid() and job.awarded_at is null and conversation.seq = 0
        then 'No accepted contractor bid found.'
    end;
    return query select
      conversation.id,
      case when conversation.facility_id = auth.uid() then conversation.partner_id else conversation.facility_id end,
      banner is null, banner;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.job_title_matches(job uuid, pattern text)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select title ilike pattern from public.jobs where id = job $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.kind_of(object storage.objects)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select kind from app.read_path(object.bucket_id, object.name)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.like_pattern(query text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select '%' || regexp_replace(coalesce(query, ''), '([\\%_])', '\\\1', 'g') || '%'
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.limit_window(name text)
   RETURNS interval
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select make_interval(secs => split_part(app.setting('limit_' || name), '/', 2)::integer)
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.live_metrics()
   RETURNS TABLE(open_jobs bigint, pending_bids bigint, today date)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_admin();
    return query select
      coalesce((select sum(value) from private.current_counters where metric = 'open_jobs_by_category'), 0)::bigint,
      coalesce((
        select sum(value) from private.current_counters where metric = 'bids_by_status' and bucket = 'pending'
      ), 0)::bigint,
      (now() at time zone app.time_zone())::date;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.lock_action(name text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select pg_advisory_xact_lock(hashtextextended(coalesce(auth.uid()::text, '') || name, 2))
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.lock_user(account uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform from auth.users where id = account for update;
    if not found then
      perform app.refuse(404, 'person_unknown', 'This user was not found.', 'Find the user in the list of users.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.mail_kinds()
   RETURNS text[]
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select array['mail', 'notification_email', 'auth.link', 'auth.sign-up', 'auth.sms']
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.mail_pause_end(notice_kind public.notice_kinds, recipient uuid)
   RETURNS timestamp with time zone
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select max(l.queued_at) + notice_kind.mail_pause
    from private.notification_emails l join private.outbox o using (id)
    where l.recipient_id = mail_pause_end.recipient and l.queued_at > now() - notice_kind.mail_pause
      and (o.done_at is not null or l.send_count > o.attempts)
      and exists (select from public.notices n where n.id = any (l.notice_ids) and n.kind = notice_kind.name)
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.mark_newcomer_notices_read()
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    -- Lock first, because a concurrent sign-up counts on the same row. The next query then sees who waits now.
    perform from public.notices n
      join public.profiles p on n.recipient_id = p.id and n.source_id = p.id
      where p.role = 'admin' and n.kind = 'newcomer_came' and not n.read
      order by n.recipient_id
      for update of n;
    -- One waiting user is enough. A concurrent sign-up waits for this transaction.
    if found and not exists (select from app.newcomers n where coalesce(n.banned_until <= now(), true)) then
      perform app.mark_read(p.id, p.id, array['newcomer_came']) from public.profiles p where p.role = 'admin';
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.mark_read(recipient uuid, source uuid, kinds text[])
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update public.notices set read = true
      where id in (
        select id from public.notices
        where recipient_id = recipient and source_id = source and kind = any (kinds) and not read
        order by id for update
      );
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_bid_job_ids()
   RETURNS SETOF uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select job_id from public.bids where contractor_id = auth.uid()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_conversation_ids()
   RETURNS SETOF uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select id from public.conversations where auth.uid() in (facility_id, partner_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_counterpart_ids()
   RETURNS SETOF uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select partner_id from public.conversations where facility_id = auth.uid()
    union
    select facility_id from public.conversations where partner_id = auth.uid()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_id_as(required_role text)
   RETURNS uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select id from public.profiles where id = auth.uid() and role = required_role
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.my_job_ids()
   RETURNS SETOF uuid
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select id from public.jobs where facility_id = auth.uid()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_name()
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select app.name_of(auth.uid())
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.my_role()
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select role from public.profiles where id = auth.uid()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.my_sessions()
   RETURNS TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, ip inet, is_this boolean)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select s.id, s.created_at, s.refreshed_at at time zone 'UTC', s.user_agent, s.ip,
           s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by s.created_at desc
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.my_time_zone()
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select coalesce((select time_zone from public.profiles where id = auth.uid()), app.time_zone())
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.name_of(account uuid)
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select coalesce(full_name, username, company_name) from public.profiles where id = account
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.next_email_at(account uuid)
   RETURNS timestamp with time zone
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(max(queued_at) + interval '15 minutes' * 2 ^ least(count(*), 6), '-infinity')
    from private.notification_emails
    where recipient_id = account and not is_requested and queued_at > now() - interval '24 hours'
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.notice_link(notice public.notices, path text, role text)
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select replace(replace(replace(path,
      '{home}', case role when 'facility' then '/facility-dashboard' when 'contractor' then '/contractor-dashboard'
                          when 'consultant' then '/consultant' else '/admin-dashboard' end),
      '{chat}', case
        when notice.job_id is null then concat('/chat/consultation/', notice.consultation_id)
        when role = 'facility' then '/chat/job/' || notice.job_id || '?with=' || notice.other_id
        else '/chat/job/' || notice.job_id
      end),
      '{consultation}', coalesce(notice.consultation_id::text, ''))
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.notice_values(notice public.notices)
   RETURNS jsonb
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select jsonb_build_object(
      'who', coalesce(app.shorten(app.display_name(other)), 'Somebody'),
      'subject', coalesce(app.shorten(j.title), 'your consultation'),
      'amount', app.format_amount(notice.amount),
      'when', app.format_time(c.scheduled_at, me.time_zone),
      'count', notice.count::text
    )
    from public.profiles me
      left join public.profiles other on other.id = notice.other_id
      left join public.jobs j on j.id = notice.job_id
      left join public.consultations c on c.id = notice.consultation_id
    where me.id = notice.recipient_id
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.notify(of_kind text, recipient uuid, source uuid, job uuid, consultation uuid, other uuid, of_amount numeric DEFAULT NULL::numeric, happened timestamp with time zone DEFAULT now())
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if recipient = auth.uid() or happened < now() - interval '1 day' then
      return;
    end if;
    insert into public.notices as n
      (recipient_id, kind, source_id, job_id, consultation_id, other_id, amount, mail_at)
    select recipient, k.name, source, job, consultation, other, of_amount,
           case when coalesce(s.email, true) then greatest(
             now() + app.email_delay(), case when k.mail_pause is not null then app.mail_pause_end(k, recipient) end
           ) end
    from public.notice_kinds k left join public.notification_settings s on s.user_id = recipient
    where k.name = of_kind and app.wants_notice(s, k.setting)
    on conflict (recipient_id, source_id, kind) where not read do update
      set count = n.count + 1, created_at = excluded.created_at, mail_at = least(n.mail_at, excluded.mail_at);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.number_message(message public.messages)
   RETURNS public.messages
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    message.conversation_id := coalesce(message.conversation_id, app.conversation_of(message));
    update public.conversations c
      set seq = c.seq + 1
      where c.id = message.conversation_id
      returning c.seq into message.seq;
    -- The time is read under the lock, so that times and numbers have the same order.
    if not app.is_server() then
      message.created_at := clock_timestamp();
    end if;
    update public.conversations c
      set last_content = message.content, last_sender_name = message.sender_name,
          last_message_at = message.created_at
      where c.id = message.conversation_id;
    return message;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.phone_like_pattern(query text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select case
      when query ~ '^\+?[\d\s\u00a0()./-]+$' and typed ~ '^(\+\d|\d{5})' then app.like_pattern(typed)
    end
    from regexp_replace(query, '[^+\d]', '', 'g') as typed
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.read_path(bucket text, path text)
   RETURNS TABLE(owner uuid, kind text, most_bytes bigint, types text[], longest_side integer)
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    -- A pattern finds the owner, not the position: a first segment that is not an id would be cast as well, before the
    -- whole path is checked.
    select
      substring(path from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=/)')::uuid,
      k.kind, k.most_bytes, k.types, k.longest_side
    from (
      values
        ('user-files', 'picture', 10485760::bigint,
          array['image/png', 'image/jpeg', 'image/webp', 'image/gif'], 1024),
        ('documents', 'resume', 20971520,
          array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'], null),
        ('documents', 'certification', 20971520,
          array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'], null),
        ('documents', 'job-photo', 10485760,
          array['image/png', 'image/jpeg', 'image/webp', 'image/gif'], 2048)
    ) as k(bucket, kind, most_bytes, types, longest_side)
    where k.bucket = read_path.bucket
      and path ~ ('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' || k.kind || '/[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,5}$')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.record_payment(payment uuid, given_reference text)
   RETURNS public.payments
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    due public.payments;
  begin
    perform app.check_text('The reference', app.trimmed(given_reference), 200, true);
    select * into due from public.payments where id = payment for update;
    if not app.is_server() and due.payer_id <> auth.uid() then
      perform app.refuse(403, 'payment_not_yours', 'Only the payer can record a payment.',
        'Ask the payer to record it.');
    end if;
    if due.status <> 'pending' then
      perform app.refuse(409, 'payment_not_pending', format('This payment is %s.', due.status),
        'Reload to see its current status.');
    end if;
    update public.payments
      set status = 'paid', paid_at = now(), reference = app.trimmed(given_reference)
      where id = payment returning * into due;
    return due;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.refund_payment(payment uuid)
   RETURNS public.payments
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    paid public.payments;
  begin
    perform app.require_admin();
    select * into paid from public.payments where id = payment for update;
    if not found then
      perform app.refuse(404, 'payment_unknown', 'This payment was not found.',
        'Find the payment in the list of payments.');
    end if;
    if paid.status <> 'paid' then
      perform app.refuse(409, 'payment_not_paid', format('This payment is %s.', paid.status),
        'Only paid payments can be refunded.');
    end if;
    perform app.audit('refund_payment', payment::text, null, jsonb_build_object('amount', paid.amount));
    update public.payments set status = 'refunded', refunded_at = now()
      where id = payment returning * into paid;
    return paid;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.refuse(status integer, code text, message text, hint text DEFAULT NULL::text, headers jsonb DEFAULT '{}'::jsonb)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    raise sqlstate 'PGRST' using
      message = json_build_object('code', code, 'message', message, 'details', null, 'hint', hint)::text,
      detail = json_build_object('status', status, 'headers', headers)::text;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.refuse_too_often(name text, wait integer)
   RETURNS void
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    perform app.refuse(429, 'too_many_' || name, 'You are doing this too often.',
      format('Try again in %s seconds.', wait), jsonb_build_object('Retry-After', wait::text));
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.release_postponed(email private.notification_emails)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    update public.notices n
      set mail_at = least(n.mail_at, greatest(n.created_at + app.email_delay(), app.mail_pause_end(k, n.recipient_id)))
      from public.notice_kinds k
      where k.name = n.kind and n.id in (
        select id from public.notices
        where id = any (email.notice_ids) and not read and mail_at is not null
          and kind in (select name from public.notice_kinds where mail_pause is not null)
        order by id for update
      )
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.require_admin()
   RETURNS boolean
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_server() and not app.is_admin() then
      perform app.refuse(403, '42501', 'Only admins can do this.',
        'Log in as an admin, with your second factor if it is required.');
    end if;
    return true;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.require_no_ban(account uuid)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if exists (select from auth.users u where u.id = account and u.banned_until > now()) then
      perform app.refuse(409, 'person_banned', 'This user is banned.', 'Lift the ban first.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.require_open_job(job_id uuid)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
  begin
    select * into job from public.jobs where id = require_open_job.job_id for no key update;
    if (job.is_deleted or job.status <> 'open') and not app.is_server() then
      perform app.refuse(409, 'photo_fixed', 'The photos of a closed job cannot be changed.',
        'Add new photos to another job.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.require_other_user(account uuid)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.lock_user(account);
    if account = auth.uid() then
      perform app.refuse(409, 'not_yourself', 'You cannot do this to your own account.', 'Ask another admin.');
    end if;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.require_role(required_role text)
   RETURNS boolean
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_server() and app.my_role() is distinct from required_role then
      perform app.refuse(403, '42501', format('Only users with the role %s can do this.', required_role),
        'Log in with an account that has this role.');
    end if;
    return true;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.revenue(start_date date, end_date date)
   RETURNS TABLE(date date, amount numeric)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select day, value from app.daily_values(start_date, end_date, 'revenue')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.role_of_new_account(account auth.users)
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select case
      when account.raw_app_meta_data ->> 'role' in ('facility', 'contractor', 'consultant', 'admin')
        then account.raw_app_meta_data ->> 'role'
      when app.setting('signup') = 'open'
        and account.raw_user_meta_data ->> 'role' in ('facility', 'contractor', 'consultant')
        then account.raw_user_meta_data ->> 'role'
    end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.search_limit()
   RETURNS integer
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$ select 1000 $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.search_text_of(account uuid)
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select lower(concat_ws(e'\n', p.username, p.full_name, p.company_name, c.email, '+' || c.phone, p.role))
    from public.profiles p join app.contacts c on c.user_id = p.id
    where p.id = account
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.send_test_notice()
   RETURNS boolean
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    by_mail boolean;
    test_id uuid;
  begin
    if app.my_role() is null then
      perform app.refuse(403, '42501', 'Your account has no role yet.', 'Ask an admin to give you one.');
    end if;
    perform app.lock_action('test_notices');
    insert into public.notices (recipient_id, kind, source_id)
      values (auth.uid(), 'test', gen_random_uuid()) returning id into test_id;
    perform app.check_limit('test_notices', array(
      select created_at from public.notices
      where recipient_id = auth.uid() and kind = 'test' and created_at > now() - app.limit_window('test_notices')
      order by created_at desc
    ));
    by_mail := coalesce((select email from public.notification_settings where user_id = auth.uid()), true);
    perform app.create_notification_email(auth.uid(), array[test_id], true) where by_mail;
    return by_mail;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.set_role_metadata(account uuid, new_role text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    update auth.users u
      set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('role', new_role)
      where u.id = account
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.setting(name text)
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select value from private.settings s where s.name = setting.name
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.shorten(input text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select case when length(input) > 80 then left(input, 79) || '…' else input end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.slug(name text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select nullif(trim('-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 100)), '')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.submit_demo_request(full_name text, email text, company text, message text)
   RETURNS text
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
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
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.tg_any__count()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if tg_op <> 'DELETE' then
      insert into private.counter_changes (metric, bucket, day, value)
        select c.metric, c.bucket, c.day, c.value from app.counters_of(new, app.time_zone()) as c;
    end if;
    if tg_op <> 'INSERT' then
      insert into private.counter_changes (metric, bucket, day, value)
        select c.metric, c.bucket, c.day, -c.value from app.counters_of(old, app.time_zone()) as c;
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_audit_log__update_search_text()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update app.audit_log
      set search_text = (
        select lower(concat_ws(e'\n', actor_name, subject_name, other_name, reason, details ->> 'phone'))
        from app.audit_entries where id = new.id
      )
      where id = new.id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_bids__guard_insert()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
  begin
    select * into job from public.jobs where id = new.job_id for share;
    if new.status = 'accepted' then
      perform app.refuse(409, 'bid_not_new', 'A new bid must be pending.', 'Place the bid, then accept it.');
    end if;
    -- The server may insert old bids that were rejected or withdrawn.
    if new.status = 'pending' and not job.is_biddable then
      perform app.refuse(409, 'job_closed', 'This job is closed for bids.', 'Look for another job.');
    end if;
    -- The server may insert bids from before a ban.
    if not app.is_server()
      and job.facility_id in (select banned.id from app.banned_ids() as banned (id))
    then
      perform app.refuse(409, 'job_paused', 'Bidding on this job is paused.', 'Look for another job.');
    end if;
    if not app.is_server() then
      perform app.lock_action('bids');
      perform app.check_limit('bids', array(
        select created_at from public.bids
        where contractor_id = new.contractor_id and created_at > now() - app.limit_window('bids')
        order by created_at desc
      ));
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_bids__guard_update()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if new.status = old.status then
      return null;
    end if;
    if app.is_direct() and new.status <> 'withdrawn' then
      perform app.refuse(403, 'bid_not_yours_to_judge', 'A contractor can only withdraw a bid.',
        'Only the facility can accept or reject bids.');
    end if;
    if not (
      old.status = 'pending' and new.status in ('accepted', 'rejected', 'withdrawn')
      -- An admin revokes an award.
      or old.status = 'accepted' and new.status = 'rejected'
    ) then
      perform app.refuse(409, 'bid_decided', format('This bid was %s.', old.status), 'Reload to see its current status.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_bids__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
    kind text;
  begin
    select * into job from public.jobs where id = new.job_id;
    perform app.mark_read(job.facility_id, new.id, array['bid_received']);
    if new.status = 'accepted' then
      perform app.mark_read(job.facility_id, new.job_id, array['award_reopened']);
    end if;
    if new.status <> 'withdrawn' then
      perform app.mark_read(new.contractor_id, new.id, array['bid_accepted']);
      kind := case
        when new.status = 'accepted' then 'bid_accepted'
        when job.is_deleted then 'job_removed'
        when old.status = 'accepted' then 'award_released'
        else 'bid_rejected'
      end;
      -- awarded_at is still null while an award is made, except if the server inserts an old one.
      perform app.notify(kind, new.contractor_id, new.id, new.job_id, null, job.facility_id, new.amount,
        case when kind in ('bid_accepted', 'bid_rejected') then coalesce(job.awarded_at, now()) else now() end);
      if kind = 'award_released' then
        perform app.notify('award_reopened', job.facility_id, new.job_id, new.job_id, null, new.contractor_id);
      end if;
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_bids__open_conversation()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    facility uuid;
  begin
    select facility_id into facility from public.jobs where id = new.job_id;
    insert into public.conversations (job_id, facility_id, partner_id, created_at)
      values (new.job_id, facility, new.contractor_id, new.created_at)
      on conflict on constraint conversations_one_for_job do nothing;
    if new.status = 'pending' then
      perform app.notify(
        'bid_received', facility, new.id, new.job_id, null, new.contractor_id, new.amount, new.created_at);
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_bids__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if tg_op = 'INSERT' then
      perform app.check_money('The amount', new.amount);
      if not app.is_server() then
        new.status := 'pending';
        new.created_at := now();
      end if;
      if exists (
        select from public.bids
        where job_id = new.job_id and contractor_id = new.contractor_id and status in ('pending', 'accepted')
      ) then
        perform app.refuse(409, 'bid_exists', 'You already have a bid on this job.', 'Withdraw it to place another.');
      end if;
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__create_payment()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into public.payments (consultation_id, payer_id, payee_id, amount, created_at)
    values (new.id, new.facility_id, new.consultant_id, new.fee, new.created_at);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__guard_insert()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if new.status <> 'booked' or new.ends_at <= now() then
      return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended(new.facility_id::text || new.consultant_id::text, 0));
    if exists (
      select from public.consultations
      where facility_id = new.facility_id and consultant_id = new.consultant_id
        and status = 'booked' and ends_at > now() and id <> new.id
    ) then
      perform app.refuse(409, 'consultation_exists', 'You already have a consultation with this consultant.',
        'Write in its chat, or cancel it first.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__guard_update()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if new.status = old.status then
      return null;
    end if;
    if old.status = 'cancelled' then
      perform app.refuse(409, 'consultation_cancelled', 'This consultation was cancelled.', 'Book a new one.');
    end if;
    if old.scheduled_at <= now() then
      perform app.refuse(409, 'consultation_started', 'This consultation has started and cannot be cancelled.',
        'Send the other person a message.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__limit()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_server() then
      perform app.lock_action('consultations');
      perform app.check_limit('consultations', array(
        select created_at from public.consultations
        where facility_id = new.facility_id and created_at > now() - app.limit_window('consultations')
        order by created_at desc
      ));
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    party uuid;
  begin
    if tg_op = 'INSERT' then
      perform app.notify('consultation_booked', new.consultant_id, new.id, null, new.id, new.facility_id, null,
        least(new.created_at, new.scheduled_at));
      return null;
    end if;
    foreach party in array array[new.facility_id, new.consultant_id] loop
      perform app.mark_read(party, new.id, array['consultation_booked', 'consultation_tomorrow']);
      perform app.notify('consultation_cancelled', party, new.id, null, new.id,
        case when party = new.facility_id then new.consultant_id else new.facility_id end);
    end loop;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__open_conversation()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into public.conversations (consultation_id, facility_id, partner_id, created_at)
    values (new.id, new.facility_id, new.consultant_id, new.created_at);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    new.duration_minutes := coalesce(new.duration_minutes, 0);
    if new.duration_minutes not between 0 and 480 then
      perform app.refuse(400, 'duration_invalid', 'A consultation can last from 0 to 480 minutes.',
        'Choose a length in that range.');
    end if;
    if new.scheduled_at is null or not isfinite(new.scheduled_at) then
      perform app.refuse(400, 'time_missing', 'A consultation needs a time.', 'Choose a date and time.');
    end if;
    new.ends_at := new.scheduled_at + make_interval(mins => new.duration_minutes);
    if app.is_server() then
      return new;
    end if;
    if new.scheduled_at not between now() - interval '5 minutes' and now() + interval '1 year' then
      perform app.refuse(400, 'time_out_of_range', 'Choose a time within the next 12 months.',
        'A time in the past cannot be booked.');
    end if;
    new.fee := app.fee_of(new.consultant_id);
    new.status := 'booked';
    new.created_at := now();
    -- Only for callers who may book: others must not learn when a consultant is busy. The lock serializes concurrent
    -- bookings, because two inserts under the exclusion constraint would wait for each other.
    if new.facility_id = auth.uid() and app.my_role() = 'facility'
      and exists (select from public.profiles where id = new.consultant_id)
    then
      perform pg_advisory_xact_lock(hashtextextended(new.consultant_id::text, 1));
      if app.is_consultant_busy(new.consultant_id, new.scheduled_at, new.ends_at) then
        perform app.refuse(409, 'consultant_busy', 'This consultant is unavailable then.', 'Choose another time.');
      end if;
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_consultations__void_payment()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update public.payments set status = 'void' where consultation_id = new.id and status = 'pending';
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_contacts__update_search_text()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update app.contacts set search_text = coalesce(app.search_text_of(new.user_id), '') where user_id = new.user_id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_demo_requests__audit()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.audit('handle_demo_request', new.id::text, null, jsonb_build_object('handled', new.handled));
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_job_photos__guard()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    job public.jobs;
  begin
    perform from storage.objects where bucket_id = 'documents' and name = new.path for key share;
    if not found then
      perform app.refuse(409, 'photo_not_uploaded', 'This photo was not found.', 'Upload it first.');
    end if;
    select * into job from public.jobs where id = new.job_id for no key update;
    if job.is_deleted or job.status <> 'open' then
      perform app.refuse(409, 'job_closed', 'This job is closed, so you cannot add photos.', 'Post a new job.');
    end if;
    if (select count(*) from public.job_photos where job_id = new.job_id) > 6 then
      perform app.refuse(409, 'too_many_photos', 'A job can have at most 6 photos.', 'Remove one first.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_job_photos__guard_delete()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_open_job(old.job_id);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_job_photos__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if not exists (
      select from app.read_path('documents', new.path) as file
      where file.kind = 'job-photo' and file.owner = new.owner_id
    ) then
      perform app.refuse(400, 'photo_path_invalid', 'This path does not belong to one of your photos.',
        'Upload the photo first.');
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__create_payment()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into public.payments (job_id, payer_id, payee_id, amount, created_at)
    select new.id, new.facility_id, contractor_id, amount, new.finished_at
    from public.bids where job_id = new.id and status = 'accepted';
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__guard()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    is_owner boolean := app.is_server() or coalesce(old.facility_id = auth.uid(), false);
    is_worker boolean := app.is_server() or coalesce(old.awarded_contractor_id = auth.uid(), false);
    is_edited boolean := (old.title, old.description, old.budget, old.category, old.location)
      is distinct from (new.title, new.description, new.budget, new.category, new.location);
  begin
    if is_edited and not is_owner then
      perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can change it.',
        'Ask the facility to change it.');
    end if;
    if new.is_deleted <> old.is_deleted and not is_owner then
      perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can delete it.',
        'Ask the facility to delete it.');
    end if;
    if new.status <> old.status and not is_worker then
      perform app.refuse(403, 'job_not_your_work', 'Only the contractor with the accepted bid can finish this job.',
        'Ask the contractor to mark it complete.');
    end if;
    if old.is_deleted and (is_edited or new.is_deleted <> old.is_deleted or new.status <> old.status) then
      perform app.refuse(409, 'job_deleted', 'This job was deleted.', 'Post it again.');
    end if;
    if old.status = 'finished' and (is_edited or new.is_deleted or new.status <> old.status) then
      perform app.refuse(409, 'job_finished', 'This job is finished.', 'Post a new job.');
    end if;
    if new.status = 'finished' and new.awarded_at is null then
      perform app.refuse(409, 'job_not_awarded', 'This job has not been awarded.', 'Accept a bid first.');
    end if;
    if new.is_deleted and old.awarded_at is not null then
      perform app.refuse(409, 'job_awarded', 'This job is awarded and cannot be deleted.',
        'Ask an admin to revoke the award.');
    end if;
    if is_edited and exists (
      select from public.bids where job_id = new.id and status in ('pending', 'accepted')
    ) then
      perform app.refuse(409, 'job_has_bids', 'This job has bids and cannot be changed.',
        'Delete it and post it again, or wait until its bids are withdrawn.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__limit()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_server() then
      perform app.lock_action('jobs');
      perform app.check_limit('jobs', array(
        select created_at from public.jobs
        where facility_id = new.facility_id and created_at > now() - app.limit_window('jobs')
        order by created_at desc
      ));
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.notify(
      'job_finished', new.facility_id, new.id, new.id, null, new.awarded_contractor_id, null, new.finished_at);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__reject_bids()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update public.bids set status = 'rejected' where job_id = new.id and status = 'pending';
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_jobs__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    new.title := app.trimmed(new.title);
    new.description := app.trimmed(new.description);
    new.location := app.trimmed(new.location);
    perform app.check_text('Title', new.title, 200, true);
    perform app.check_text('Description', new.description, 5000, true);
    perform app.check_text('Location', new.location, 200);
    perform app.check_money('Budget', new.budget);
    if not exists (select from public.job_categories where name = new.category)
      and (app.my_role() is not null or app.is_server())
    then
      perform app.refuse(400, 'category_unknown', 'This category does not exist.', 'Choose a category from the list.');
    end if;
    if tg_op = 'INSERT' and not app.is_server() then
      new.status := 'open';
      new.is_deleted := false;
      new.created_at := now();
    end if;
    if tg_op = 'UPDATE' and new.status = 'finished' and old.status = 'open' then
      -- The server may set a time in the past.
      new.finished_at := case when app.is_server() then coalesce(new.finished_at, now()) else now() end;
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_messages__guard_insert()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if not app.is_server() then
      perform app.lock_action('messages');
      perform app.check_limit('messages', array(
        select created_at from public.messages
        where sender_id = new.sender_id and created_at > now() - app.limit_window('messages')
        order by created_at desc
      ));
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_messages__guard_update()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if old.read and not new.read then
      perform app.refuse(409, 'message_read', 'A message that was read cannot be marked as unread.', 'Leave it as read.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_messages__mark_read()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    -- Lock first, because a concurrent message counts on the same row. The next query then sees what is still unread.
    perform from public.notices n
      join (select distinct recipient_id, conversation_id from changed where read) as c
        on n.recipient_id = c.recipient_id and n.source_id = c.conversation_id
      where n.kind = 'message_received' and not n.read
      order by n.id
      for update of n;
    update public.notices n
      set read = (c.unread = 0), count = greatest(c.unread, 1)
      from (
        select recipient_id, conversation_id, app.unread_messages(recipient_id, conversation_id) as unread
        from changed where read
        group by recipient_id, conversation_id
      ) as c
      where n.recipient_id = c.recipient_id and n.source_id = c.conversation_id
        and n.kind = 'message_received' and not n.read;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_messages__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.notify(
      'message_received', new.recipient_id, new.conversation_id, new.job_id, new.consultation_id, new.sender_id,
      null, new.created_at);
    -- If the user dismissed an earlier notice, more messages are unread than this one counted.
    update public.notices n set count = unread
      from app.unread_messages(new.recipient_id, new.conversation_id) as unread
      where n.recipient_id = new.recipient_id and n.source_id = new.conversation_id
        and n.kind = 'message_received' and not n.read and n.count <> unread;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_messages__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    access record;
  begin
    new.content := app.trimmed(new.content);
    perform app.check_text('A message', new.content, 4000, true);
    if num_nonnulls(new.job_id, new.consultation_id) > 1 then
      perform app.refuse(400, 'two_subjects', 'A message must be about either a job or a consultation.',
        'Send job_id or consultation_id.');
    end if;
    new.client_id := coalesce(new.client_id, gen_random_uuid());
    if app.is_server() then
      perform app.check_message_time(new);
      return app.number_message(new);
    end if;
    perform app.check_not_repeated(new.client_id);
    perform from public.jobs where id = new.job_id for share;
    perform from public.consultations where id = new.consultation_id for share;
    -- Withdrawing a bid ends the conversation, so the bid is locked too.
    perform from public.bids b
      where b.job_id = new.job_id and b.contractor_id in (auth.uid(), new.recipient_id)
        and b.status in ('pending', 'accepted')
      for share;
    select * into access from app.conversation_access(new.job_id, new.consultation_id, new.recipient_id);
    new.sender_id := auth.uid();
    new.sender_name := coalesce(app.my_name(), app.my_role());
    new.read := false;
    new.conversation_id := access.conversation_id;
    if access.conversation_id is null then
      -- The caller has no such conversation, so the policy refuses.
      new.seq := 0;
      return new;
    end if;
    if not access.writable then
      perform app.refuse(409, 'conversation_closed', access.banner, 'You can still read this conversation.');
    end if;
    if new.recipient_id is distinct from access.counterpart then
      perform app.refuse(403, 'wrong_recipient', 'This conversation is with somebody else.', 'Reload the chat.');
    end if;
    return app.number_message(new);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_notices__guard()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if old.read and not new.read then
      perform app.refuse(409, 'notice_read', 'A notice that was read cannot be marked as unread.', 'Leave it as read.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_notices__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if new.read then
      new.mail_at := null;
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_objects__guard_photo()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if tg_op = 'DELETE' then
      delete from public.job_photos where path = old.name;
      return null;
    end if;
    perform app.require_open_job(photo.job_id) from public.job_photos photo where photo.path = old.name;
    if new.name <> old.name then
      update public.job_photos set path = new.name where path = old.name;
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_objects__keep_documents()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    object storage.objects := coalesce(new, old);
    file record;
  begin
    select * into file from app.read_path(object.bucket_id, object.name);
    if file.kind in ('resume', 'certification') then
      perform from public.profiles where id = file.owner for no key update;
      if tg_op <> 'DELETE' and cardinality(app.files_of(file.owner, 'certification')) > 3 then
        perform app.refuse(409, 'too_many_certifications', 'You can have at most 3 certifications.',
          'Delete one first.');
      end if;
      update public.profiles p
        set documents = jsonb_build_object(
          'resume', (app.files_of(p.id, 'resume'))[1],
          'certifications', to_jsonb(app.files_of(p.id, 'certification'))
        )
        where p.id = file.owner;
    end if;
    -- Certifications do not change resume_url, which may point to another site.
    if file.kind = 'resume' then
      update public.profiles p set resume_url = (app.files_of(p.id, 'resume'))[1] where p.id = file.owner;
    end if;
    -- If a picture is removed or renamed, the profile must not keep an address that leads nowhere.
    if file.kind = 'picture' and tg_op <> 'INSERT' and new.name is distinct from old.name then
      update public.profiles p
        set profile_picture = case when tg_op = 'UPDATE' then replace(p.profile_picture, old.name, new.name) end
        where p.id = old.owner and right(p.profile_picture, length(old.name)) = old.name;
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_objects__limit()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    wait integer;
  begin
    if not app.is_server() then
      wait := private.count_attempt('uploads', auth.uid()::text);
      if wait > 0 then
        perform app.refuse_too_often('uploads', wait);
      end if;
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_objects__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    file record;
  begin
    if tg_op = 'UPDATE' and app.kind_of(new) is distinct from app.kind_of(old) then
      perform app.refuse(409, 'file_kind_fixed', 'A file''s type cannot be changed.', 'Upload a new file instead.');
    end if;
    select * into file from app.read_path(new.bucket_id, new.name);
    -- A file that the server puts into a user's folder belongs to that user.
    if file.owner is not null then
      new.owner := file.owner;
      new.owner_id := file.owner;
    elsif tg_op = 'INSERT' and not app.is_server() then
      new.owner := auth.uid();
      new.owner_id := auth.uid();
    end if;
    if (new.metadata ->> 'size')::bigint > file.most_bytes then
      perform app.refuse(413, 'file_too_large',
        format('This file is too large. The limit is %s MB.', file.most_bytes / 1048576), 'Choose a smaller file.');
    end if;
    if new.metadata ->> 'mimetype' <> all (file.types) then
      perform app.refuse(415, 'file_type_refused', 'This type of file is not allowed here.',
        'Choose a PDF or a picture.');
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_payments__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if tg_op = 'INSERT' then
      perform app.notify(
        'payment_due', new.payer_id, new.id, new.job_id, new.consultation_id, new.payee_id, new.amount, new.created_at);
      return null;
    end if;
    perform app.mark_read(new.payer_id, new.id, array['payment_due']);
    if new.status = 'paid' then
      perform app.notify(
        'payment_recorded', new.payee_id, new.id, new.job_id, new.consultation_id, new.payer_id, new.amount, new.paid_at);
    elsif new.status = 'refunded' then
      perform app.mark_read(new.payee_id, new.id, array['payment_recorded']);
      perform app.notify(
          'payment_refunded', party, new.id, new.job_id, new.consultation_id, other, new.amount, new.refunded_at)
        from (values (new.payer_id, new.payee_id), (new.payee_id, new.payer_id)) as sides (party, other);
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_profiles__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if new.id <> old.id then
      perform app.refuse(403, 'profile_id_fixed', 'The id of a profile cannot be changed.',
        'Leave it out of the request.');
    end if;
    if app.is_direct() then
      new.documents := old.documents;
    end if;
    new.username := app.trimmed(new.username);
    new.full_name := app.trimmed(new.full_name);
    new.company_name := app.trimmed(new.company_name);
    new.headline := app.trimmed(new.headline);
    new.location := app.trimmed(new.location);
    new.bio := app.trimmed(new.bio);
    new.services := app.trimmed(new.services);
    new.certifications := app.trimmed(new.certifications);
    new.resume_url := app.trimmed(new.resume_url);
    new.profile_picture := app.trimmed(new.profile_picture);
    perform app.check_profile(new);
    -- A link or a zone that does not change is not checked, because it may be older than the rules.
    if new.resume_url is distinct from old.resume_url then
      perform app.check_link('The resume', new.id, new.resume_url);
    end if;
    if new.profile_picture is distinct from old.profile_picture then
      perform app.check_link('The picture', new.id, new.profile_picture);
    end if;
    if new.time_zone is distinct from old.time_zone then
      perform app.check_time_zone(new.time_zone);
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_profiles__update_search_text()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform from app.contacts where user_id = new.id for no key update;
    update app.contacts set search_text = app.search_text_of(new.id) where user_id = new.id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_reviews__guard()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    about public.consultations;
  begin
    select * into about from public.consultations where id = new.consultation_id for share;
    if about.consultant_id <> new.consultant_id or about.facility_id <> new.facility_id then
      perform app.refuse(400, 'review_mismatch', 'This consultation was with another consultant.',
        'Review the consultant you met.');
    end if;
    if about.status = 'cancelled' then
      perform app.refuse(409, 'consultation_cancelled', 'This consultation was cancelled.',
        'Review a consultation that took place.');
    end if;
    if about.ends_at > now() then
      perform app.refuse(409, 'consultation_not_ended', 'This consultation has not ended yet.',
        'Review it after it ends.');
    end if;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_reviews__stamp()
   RETURNS trigger
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    new.comment := app.trimmed(new.comment);
    perform app.check_text('The comment', new.comment, 2000);
    if new.rating is null or new.rating not between 1 and 5 then
      perform app.refuse(400, 'rating_invalid', 'A rating must be 1 to 5 stars.', 'Choose a number of stars.');
    end if;
    if not app.is_server() then
      new.facility_id := auth.uid();
      new.reviewer_name := app.my_name();
      new.created_at := now();
    end if;
    return new;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_sessions__note_activity()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update public.profiles set last_active_at = now() where id = new.user_id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_settings__recount()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform private.recount();
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__audit()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into app.audit_log (actor_id, action, subject, details)
    values (
      (new.raw_app_meta_data ->> 'created_by')::uuid, 'create_user', new.id::text,
      jsonb_build_object('role', new.raw_app_meta_data ->> 'role')
    );
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__create_profile()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into app.contacts (user_id, email, phone, banned_until)
      values (new.id, new.email, new.phone, new.banned_until);
    perform app.create_profile(new);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__hide_deleted()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update public.profiles set is_hidden = true where id = new.id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__keep_contact()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    update app.contacts set email = new.email, phone = new.phone, banned_until = new.banned_until
      where user_id = new.id;
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__mark_read()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.mark_newcomer_notices_read();
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.tg_users__notify()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.notify('newcomer_came', admin, admin, null, null, null, null,
      coalesce(new.email_confirmed_at, new.phone_confirmed_at))
    from app.acting_admins() as admins (admin)
    where new.deleted_at is null and not exists (select from public.profiles p where p.id = new.id);
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.time_zone()
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(app.setting('time_zone'), 'America/Denver')
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.to_text_list(list jsonb)
   RETURNS text[]
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select app.trimmed(array(
      select left(item, 100)
      from jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end) as item
      limit 50
    ))
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.topic_access(topic text)
   RETURNS TABLE(conversation_id uuid, writable boolean)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select s.conversation_id, s.writable
    from regexp_match(
           topic,
           replace('^(?:job:(ID):(ID)|consultation:(ID))$', 'ID', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
         ) as named(ids)
         cross join lateral app.conversation_access(ids[1]::uuid, ids[3]::uuid, ids[2]::uuid) as s
         -- A contractor's own conversation is found whatever contractor the topic names, so the name has to match.
         join public.conversations c
           on c.id = s.conversation_id and (c.job_id is null or c.partner_id = ids[2]::uuid)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION app.trimmed(input text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select nullif(regexp_replace(input, '^[\s\u00a0\u200b\ufeff]+|[\s\u00a0\u200b\ufeff]+$', '', 'g'), '')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.trimmed(input text[])
   RETURNS text[]
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select coalesce(array_agg(item order by place), '{}')
    from (
      select app.trimmed(entry) as item, place from unnest(input) with ordinality as entries (entry, place)
    ) as items
    where item is not null
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.unread_messages(recipient uuid, conversation uuid)
   RETURNS integer
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select count(*)::integer from public.messages
    where recipient_id = recipient and conversation_id = conversation and not read
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.unsent_mails()
   RETURNS TABLE(newest uuid, number bigint, since timestamp with time zone)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select (array_agg(id order by dead_at desc))[1], count(*), max(dead_at)
    from private.outbox
    where dead_at is not null and kind = any (app.mail_kinds()) and (select app.is_admin())
    having count(*) > 0
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.unsubscribe(token text)
   RETURNS void
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
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
  $function$
  rights postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.unsubscribe_token(account uuid)
   RETURNS text
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select translate(account::text, '-', '') || '-' || encode(
      extensions.hmac(account::text, (select value from private.secrets where name = 'unsubscribe'), 'sha256'), 'hex')
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION app.user_growth(start_date date, end_date date)
   RETURNS TABLE(date date, count bigint)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select day, value::bigint from app.daily_values(start_date, end_date, 'users_created')
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.users_by_role()
   RETURNS TABLE(role text, total bigint)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    perform app.require_admin();
    return query
      select c.bucket, sum(c.value)::bigint from private.current_counters c where c.metric = 'users_by_role'
      group by c.bucket having sum(c.value) > 0;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.waiting_newcomers()
   RETURNS TABLE(id uuid, address text, full_name text, since timestamp with time zone)
   LANGUAGE sql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    select n.id, coalesce(n.email, '+' || n.phone), coalesce(n.full_name, n.email, '+' || n.phone), n.created_at
    from app.newcomers n
    where (select app.is_admin()) and coalesce(n.banned_until <= now(), true)
    order by n.created_at desc, n.id limit 101
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION app.wants_notice(choice public.notification_settings, setting text)
   RETURNS boolean
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select coalesce(
      case setting
        when 'messages' then choice.messages
        when 'job_updates' then choice.job_updates
        when 'payments' then choice.payments
      end, true)
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION auth.assert_session(session_id uuid)
   RETURNS void
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if session_id is not null and not exists (
      select
      from auth.sessions s
      where s.id = assert_session.session_id
        and (s.not_after is null or s.not_after > now())
    ) then
      raise sqlstate 'PGRST' using
        message = json_build_object(
          'code', 'session_not_found',
          'message', 'Your session has ended. Log in again.',
          'details', null,
          'hint', null
        )::text,
        detail = json_build_object('status', 401, 'headers', json_build_object())::text;
    end if;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, authenticator=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION auth.email()
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(
      nullif(current_setting('request.jwt.claim.email', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
    )
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION auth.jwt()
   RETURNS jsonb
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select nullif(current_setting('request.jwt.claims', true), '')::jsonb
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION auth.role()
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(
      nullif(current_setting('request.jwt.claim.role', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
    )
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION auth.uid()
   RETURNS uuid
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  begin
    return coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub'
    )::uuid;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION private.appoint_admin(account uuid)
   RETURNS boolean
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    before text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('admins', 3));
    perform app.lock_user(account);
    select p.role into before from public.profiles p where p.id = account;
    if before = 'admin' then
      return false;
    end if;
    perform app.audit('appoint_admin', account::text, null, jsonb_build_object('from', before));
    perform app.give_role(account, 'admin');
    -- Placeholders until they enter their name.
    update public.profiles p
      set full_name = coalesce(p.full_name, 'Admin'), username = coalesce(p.username, 'admin')
      where p.id = account;
    return true;
  end
  $function$
  rights postgres=X/postgres
  comment Makes an account an admin. For the operator.

CREATE OR REPLACE FUNCTION private.attempts_counted_for(account text, network text)
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select case when exists (
      select from private.familiar_networks f
      where f.account = attempts_counted_for.account and f.network = attempts_counted_for.network
    ) then account || ' ' || network else account end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.begin_sms(what text, who text, account text, network text)
   RETURNS integer
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
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
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.begin_try(what text, account text, network text)
   RETURNS integer
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    wait integer := private.count_attempt('sign_in_address', network);
  begin
    if wait > 0 then
      return wait;
    end if;
    return private.count_attempt(what || '_account', private.attempts_counted_for(account, network));
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.claim_request(owner text, key text, request_hash bytea)
   RETURNS TABLE(is_same boolean, status integer, headers jsonb, body text)
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    -- A job deletes the other expired keys.
    delete from private.request_keys k
    where k.owner = claim_request.owner and k.key = claim_request.key
      and k.created_at < now() - interval '24 hours';
    -- Waits for a request with the same key that is still running.
    insert into private.request_keys (owner, key, request_hash)
    values (claim_request.owner, claim_request.key, claim_request.request_hash)
    on conflict do nothing;
    if not found then
      return query
      select k.request_hash = claim_request.request_hash, k.status, k.headers, encode(k.body, 'base64')
      from private.request_keys k
      where k.owner = claim_request.owner and k.key = claim_request.key;
    end if;
  end
  $function$
  rights authenticator=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION private.count_attempt(what text, who text)
   RETURNS integer
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    allowed text := (select s.value from private.settings s where s.name = 'limit_' || what);
    most integer := split_part(allowed, '/', 1)::integer;
    span interval := make_interval(secs => split_part(allowed, '/', 2)::integer);
    present private.address_limits;
  begin
    if allowed is null then
      return 0;
    end if;
    perform pg_advisory_xact_lock(hashtextextended(what || ' ' || who, 7));
    select l.* into present
      from private.address_limits l
      where l.name = what and l.address = who and l.window_start > clock_timestamp() - span
      order by l.window_start desc limit 1;
    if not found then
      insert into private.address_limits (name, address, window_start, count)
        values (what, who, clock_timestamp(), 1);
      return 0;
    end if;
    if present.count >= most then
      return greatest(1, ceil(extract(epoch from present.window_start + span - clock_timestamp())));
    end if;
    update private.address_limits l set count = l.count + 1
      where l.name = what and l.address = who and l.window_start = present.window_start;
    return 0;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.end_access(account uuid, kept_session uuid DEFAULT NULL::uuid)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    delete from auth.sessions s where s.user_id = account and s.id is distinct from kept_session;
    -- The rows are kept for a while, because an email that is sent twice must not restore a voided link.
    update auth.one_time_tokens t set valid_until = '-infinity' where t.user_id = account;
    delete from auth.flow_state f where f.user_id = account;
    update auth.users u set email_change = '', phone_change = ''
      where u.id = account and (u.email_change <> '' or u.phone_change <> '');
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.finish_import()
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    insert into app.contacts (user_id, email, phone, banned_until)
      select u.id, u.email, u.phone, u.banned_until from auth.users u
      on conflict (user_id) do update
        set email = excluded.email, phone = excluded.phone, banned_until = excluded.banned_until;
    perform app.create_profile(u) from auth.users u
      where u.deleted_at is null and not exists (select from public.profiles p where p.id = u.id);
    insert into public.notification_settings (user_id)
      select p.id from public.profiles p
      on conflict do nothing;
    update app.contacts c set search_text = coalesce(app.search_text_of(c.user_id), '');
    update public.notices set mail_at = null where mail_at is not null;
    perform private.recount();
  end
  $function$
  rights postgres=X/postgres
  comment Called once after an import, which loads rows while the triggers of their tables are off.

CREATE OR REPLACE FUNCTION private.finish_sign_in(account text, network text)
   RETURNS integer
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    perform private.forgive_try('sign_in', account, network);
    return private.count_attempt('sign_in_success', network);
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.forgive_attempt(what text, who text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    update private.address_limits l set count = l.count - 1
    where l.name = what and l.address = who and l.count > 0
      and l.window_start = (
        select max(m.window_start) from private.address_limits m where m.name = what and m.address = who
      )
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.forgive_try(what text, account text, network text)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    perform private.forgive_attempt('sign_in_address', network);
    perform private.forgive_attempt(what || '_account', private.attempts_counted_for(account, network));
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.has_admin()
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select exists (
      select from public.profiles p join auth.users u using (id)
      where p.role = 'admin' and u.deleted_at is null
    )
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.keep_answer(owner text, key text, status integer, headers jsonb, body bytea)
   RETURNS void
   LANGUAGE sql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
    update private.request_keys k
    set status = keep_answer.status, headers = keep_answer.headers, body = keep_answer.body
    where k.owner = keep_answer.owner and k.key = keep_answer.key
  $function$
  rights authenticator=X/postgres, postgres=X/postgres

CREATE OR REPLACE FUNCTION private.links_automatically(account uuid)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select not exists (select from public.profiles p where p.id = account and p.role = 'admin')
  $function$
  rights postgres=X/postgres
  comment Whether an account at a provider is linked automatically because the emails match. False for admins. The server calls it.

CREATE OR REPLACE FUNCTION private.lock_counted_tables()
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
   SET lock_timeout TO '2s'
  AS $function$
  declare
    counted_tables constant regclass[] := array[
      'public.profiles', 'public.jobs', 'public.bids', 'public.payments', 'app.audit_log'
    ]::regclass[];
    next_table regclass := counted_tables[1];
    holds_one boolean;
    last_start constant timestamptz := clock_timestamp() + interval '2.5 seconds';
  begin
    loop
      begin
        holds_one := false;
        execute format('lock table %s in share row exclusive mode', next_table);
        holds_one := true;
        perform set_config('lock_timeout', '100ms', true);
        foreach next_table in array counted_tables loop
          execute format('lock table %s in share row exclusive mode', next_table);
        end loop;
        return;
      exception when lock_not_available then
        -- The rollback of this block has released all locks.
        if not holds_one or clock_timestamp() > last_start then
          raise;
        end if;
      end;
    end loop;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.notification_email(outbox_id uuid)
   RETURNS jsonb
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    email private.notification_emails;
    address text;
    zone text;
    items jsonb;
  begin
    select * into email from private.notification_emails where id = outbox_id;
    perform app.release_postponed(email);
    select u.email, p.time_zone into address, zone
    from auth.users u
      join public.profiles p on p.id = u.id
      left join public.notification_settings s on s.user_id = u.id
    where u.id = email.recipient_id and coalesce(s.email, true) and u.deleted_at is null
      and coalesce(u.banned_until <= now(), true);
    items := case when address is not null then app.email_items(email) end;
    if items is null then
      -- An email that was handed to the mail server more often than it failed may have gone out. It stays, and counts
      -- among the emails of its day.
      delete from private.notification_emails e using private.outbox o
        where e.id = outbox_id and o.id = outbox_id and e.send_count <= o.attempts;
      return null;
    end if;
    update private.notification_emails set send_count = send_count + 1 where id = outbox_id;
    return jsonb_build_object(
      'to', address,
      'items', items,
      'unsubscribe', '/functions/v1/unsubscribe?token=' || app.unsubscribe_token(email.recipient_id),
      'values', jsonb_build_object('zone', zone, 'count', jsonb_array_length(items)::text)
    );
  end
  $function$
  rights postgres=X/postgres
  comment The content of an email that is about to be sent, or null if nothing is left to send. The server calls it.

CREATE OR REPLACE FUNCTION private.prune(max_rows integer)
   RETURNS boolean
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    gone integer;
    is_more boolean;
  begin
    -- An array is computed once. A join might look for the rows again, beyond those just deleted.
    delete from public.notices where id = any (array(
      select id from public.notices
      where read and created_at < now() - interval '90 days' limit max_rows for update skip locked
    ));
    get diagnostics gone = row_count;
    is_more := gone = max_rows;
    delete from public.notices where id = any (array(
      select id from public.notices
      where not read and kind <> 'message_received' and created_at < now() - interval '1 year'
      limit max_rows for update skip locked
    ));
    get diagnostics gone = row_count;
    return is_more or gone = max_rows;
  end
  $function$
  rights postgres=X/postgres
  comment Deletes rows that are out of use, at most this number of each kind; true while there may be more. The server calls it.

CREATE OR REPLACE FUNCTION private.recount()
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    zone text;
  begin
    perform private.lock_counted_tables();
    zone := app.time_zone();
    delete from private.counter_changes;
    delete from private.counters;
    insert into private.counters (metric, bucket, day, value)
      select c.metric, c.bucket, c.day, sum(c.value)
      from (
        select c.* from public.jobs as j, app.counters_of(j, zone) as c
      union all
        select c.* from public.bids as b, app.counters_of(b, zone) as c
      union all
        select c.* from public.payments as p, app.counters_of(p, zone) as c
      union all
        select c.* from public.profiles as p, app.counters_of(p, zone) as c
      union all
        select c.* from app.audit_log as e, app.counters_of(e, zone) as c
      ) as c
      group by c.metric, c.bucket, c.day;
  end
  $function$
  rights postgres=X/postgres
  comment Recounts all statistics of the admins, after rows were loaded without triggers.

CREATE OR REPLACE FUNCTION private.roll_up_counters()
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    with changes as (
      delete from private.counter_changes where id in (select id from private.counter_changes limit 50000)
      returning metric, bucket, day, value
    )
    insert into private.counters (metric, bucket, day, value)
      select metric, bucket, day, sum(value) from changes group by metric, bucket, day having sum(value) <> 0
    on conflict (metric, bucket, day) do update set value = counters.value + excluded.value
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION private.run_scheduled()
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    -- Only one server does this at a time. The others try again later.
    if pg_try_advisory_xact_lock(hashtextextended('notices', 4)) then
      -- A failure here must not delay the emails.
      begin
        perform app.create_reminders();
      exception when others then
        raise warning 'Reminders of consultations could not be created: %', sqlerrm;
      end;
      perform app.email_all_due_notices();
      perform private.roll_up_counters();
    end if;
  end
  $function$
  rights postgres=X/postgres
  comment Runs the scheduled tasks that are due. The server calls it every few seconds.

CREATE OR REPLACE FUNCTION public.accept_and_reject_bids(selected_bid_id uuid, job_id uuid)
   RETURNS public.bids
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    -- This runs with the caller's rights, so a hidden job is a missing one.
    if not exists (select from public.jobs where id = accept_and_reject_bids.job_id) then
      perform app.refuse(404, 'job_unknown', 'This job was not found.', 'Reload your jobs.');
    end if;
    return app.accept_bid(selected_bid_id, job_id);
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Awards a job to a bidder: that bid becomes accepted, and all other pending ones rejected. For the job's facility.

CREATE OR REPLACE FUNCTION public.admin_admit(user_id uuid, role text, full_name text, company_name text, reason text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_admit(user_id, role, full_name, company_name, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Makes a self-registered user a facility, a contractor or a consultant. For admins.

CREATE OR REPLACE FUNCTION public.admin_audit_log()
   RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, action text, subject text, reason text, details jsonb)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select id, at, actor_id, action, subject, reason, details
    from app.audit_log
    where (select app.require_admin())
    order by id desc
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The audit log, newest first. For admins.

CREATE OR REPLACE FUNCTION public.admin_ban(user_id uuid, until timestamp with time zone DEFAULT NULL::timestamp with time zone, reason text DEFAULT NULL::text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_ban(user_id, until, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Bans a user until a time and signs them out everywhere. Without a time, lifts the ban. For admins.

CREATE OR REPLACE FUNCTION public.admin_end_sessions(user_id uuid, reason text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_end_sessions(user_id, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Signs a user out everywhere. For admins.

CREATE OR REPLACE FUNCTION public.admin_find_jobs_without_bids(descending boolean DEFAULT true, skip integer DEFAULT 0, size integer DEFAULT 10, sorted_by text DEFAULT 'created_at'::text)
   RETURNS TABLE(id uuid, total bigint, has_more boolean)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select w.id, least(w.number, 1000), w.number > 1000
    from (
      select found.id, found.place, count(*) over () as number
      from app.find_jobs_without_bids(sorted_by, descending) with ordinality as found (id, place)
      where (select app.require_admin())
    ) as w
    where w.place <= 1000
    order by w.place offset greatest(skip, 0) limit size
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment A page of the ids of admin_jobs_without_bids by created_at, budget or title, ascending or descending. The total stops at 1,000, and has_more is true if there are more. For admins.

CREATE OR REPLACE FUNCTION public.admin_jobs_without_bids()
   RETURNS SETOF public.jobs
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.jobs_without_bids where (select app.require_admin())
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Jobs that were posted more than three days ago, can be bid on, and have no bid. For admins.

CREATE OR REPLACE FUNCTION public.admin_list_number(list text, part text DEFAULT NULL::text)
   RETURNS bigint
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select app.admin_list_number(list, part)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of users, jobs, bids, payments or entries of the audit log. The part is a role for users, an action for entries, and a state for the others. For admins.

CREATE OR REPLACE FUNCTION public.admin_release_award(job_id uuid, reason text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_release_award(job_id, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Revokes an award and opens the job for bids again. For admins, with a reason.

CREATE OR REPLACE FUNCTION public.admin_remove_mail(mail_id uuid)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_remove_mail(mail_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Removes an email that the server gave up on from the list; it is never sent. For admins.

CREATE OR REPLACE FUNCTION public.admin_remove_review(review_id uuid, reason text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_remove_review(review_id, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Removes a review. For admins, with a reason.

CREATE OR REPLACE FUNCTION public.admin_search_audit(query text, action text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond bigint DEFAULT NULL::bigint)
   RETURNS SETOF public.admin_audit_entries
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select e.* from public.admin_audit_entries e
    where e.id = any (array(
      select app.admin_search_audit(query, admin_search_audit.action, latest, beyond)
    ))
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds entries of the audit log by a part of the reason or of a name as it was then. Returns at most 1,000, newest first. To continue, pass the time and id of the last entry as latest and beyond. For admins.

CREATE OR REPLACE FUNCTION public.admin_search_bids(query text, status text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid)
   RETURNS SETOF public.bids
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.admin_search_bids(query, status, latest, beyond)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds bids by a part of the job's title or of the contractor's name, or by an id. Returns at most 1,000, newest first. To continue, pass the time and id of the last bid as latest and beyond. For admins.

CREATE OR REPLACE FUNCTION public.admin_search_jobs(query text, state text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid)
   RETURNS SETOF public.jobs
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.admin_search_jobs(query, state, latest, beyond)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds jobs by a part of the title or of the facility's name, or by an id. Returns at most 1,000, newest first. To continue, pass the time and id of the last job as latest and beyond. For admins.

CREATE OR REPLACE FUNCTION public.admin_search_payments(query text, status text DEFAULT NULL::text, latest timestamp with time zone DEFAULT NULL::timestamp with time zone, beyond uuid DEFAULT NULL::uuid)
   RETURNS SETOF public.payments
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.admin_search_payments(query, status, latest, beyond)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds payments by a part of the job's title, of the name of either side or of the reference, or by an id. Returns at most 1,000, newest first. To continue, pass the time and id of the last payment as latest and beyond. For admins.

CREATE OR REPLACE FUNCTION public.admin_search_users(query text, by_role boolean DEFAULT true)
   RETURNS SETOF public.admin_user_list
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select l.* from public.admin_user_list l
    where l.id = any (array(select app.admin_search_users(query, by_role)))
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds users of admin_user_list by a part of a name, the company, the email or the role, by a part of the phone in any format, or by an id. All characters match literally. Without by_role, the role is not searched. For admins.

CREATE OR REPLACE FUNCTION public.admin_send_again(mail_id uuid)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_send_again(mail_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Retries an email that the server gave up on. For admins.

CREATE OR REPLACE FUNCTION public.admin_set_role(user_id uuid, role text, reason text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.admin_set_role(user_id, role, reason)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Gives a user another role and signs them out everywhere. For admins.

CREATE OR REPLACE FUNCTION public.asking_admin()
   RETURNS uuid
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select app.asking_admin()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The id of the admin who calls; all other callers are refused. Server functions call it before they act.

CREATE OR REPLACE FUNCTION public.average_rating(profile public.profiles)
   RETURNS numeric
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select round(avg(rating), 1) from public.reviews where consultant_id = profile.id
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The average rating of the reviews that the caller can see, to one decimal; null without reviews.

CREATE OR REPLACE FUNCTION public.bid_count(job public.jobs)
   RETURNS bigint
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select app.bid_count_of(job.id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of pending and accepted bids on the job.

CREATE OR REPLACE FUNCTION public.can_accept(bid public.bids)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select bid.status = 'pending' and exists (
      select from public.jobs
      where id = bid.job_id and facility_id = app.my_id_as('facility') and is_biddable
    )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may accept the bid.

CREATE OR REPLACE FUNCTION public.can_bid(job public.jobs)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(job.facility_id <> app.my_id_as('contractor'), false)
      and job.is_biddable
      and job.facility_id not in (select banned.id from app.banned_ids() as banned (id))
      and not exists (
        select from public.bids
        where job_id = job.id and contractor_id = auth.uid() and status in ('pending', 'accepted')
      )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may bid on the job.

CREATE OR REPLACE FUNCTION public.can_cancel(consultation public.consultations)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select consultation.status = 'booked' and consultation.scheduled_at > now()
      and auth.uid() in (consultation.facility_id, consultation.consultant_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may cancel the consultation.

CREATE OR REPLACE FUNCTION public.can_chat(bid public.bids)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select bid.status in ('pending', 'accepted')
      and coalesce((select s.writable from app.conversation_access(bid.job_id, null, bid.contractor_id) as s), false)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may write to the other side of the bid.

CREATE OR REPLACE FUNCTION public.can_delete(job public.jobs)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(job.facility_id = app.my_id_as('facility'), false) and not job.is_deleted and job.awarded_at is null
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may delete the job.

CREATE OR REPLACE FUNCTION public.can_edit(job public.jobs)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(job.facility_id = app.my_id_as('facility'), false) and job.status = 'open' and not job.is_deleted
      and public.bid_count(job) = 0
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may change the job.

CREATE OR REPLACE FUNCTION public.can_finish(job public.jobs)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(job.awarded_contractor_id = app.my_id_as('contractor'), false) and job.status = 'open'
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may mark the job complete.

CREATE OR REPLACE FUNCTION public.can_record(payment public.payments)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select payment.status = 'pending' and payment.payer_id = auth.uid()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may record the payment.

CREATE OR REPLACE FUNCTION public.can_refund(payment public.payments)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select payment.status = 'paid' and app.is_admin()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may refund the payment.

CREATE OR REPLACE FUNCTION public.can_release(job public.jobs)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select job.status = 'open' and job.awarded_at is not null and app.is_admin()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may revoke the award of the job.

CREATE OR REPLACE FUNCTION public.can_review(consultation public.consultations)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select consultation.facility_id = auth.uid() and consultation.status = 'booked'
      and consultation.ends_at <= now()
      and not exists (select from public.reviews where consultation_id = consultation.id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may leave a review.

CREATE OR REPLACE FUNCTION public.can_withdraw(bid public.bids)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select bid.status = 'pending' and coalesce(bid.contractor_id = app.my_id_as('contractor'), false)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the caller may withdraw the bid.

CREATE OR REPLACE FUNCTION public.consultant_months(start_date date, end_date date)
   RETURNS TABLE(month date, earnings numeric, consultations bigint, average_rating numeric)
   LANGUAGE plpgsql
   STABLE
   SET search_path TO ''
  AS $function$
  declare
    zone text;
  begin
    perform app.require_role('consultant');
    perform app.check_range(start_date, end_date);
    zone := app.my_time_zone();
    return query
      with months as (
        select first, first::timestamp at time zone zone as starts,
               (first + interval '1 month') at time zone zone as ends
        from (
          select m::date as first
          from generate_series(date_trunc('month', start_date::timestamp), end_date::timestamp, interval '1 month') as m
        ) as firsts
      )
      select m.first, coalesce(c.earnings, 0), c.consultations, r.average_rating
      from months m,
           lateral (
             select sum(fee) as earnings, count(*) as consultations from public.consultations
             where consultant_id = (select auth.uid()) and status = 'booked'
               and scheduled_at >= m.starts and scheduled_at < m.ends
           ) as c,
           lateral (
             select round(avg(rating), 1) as average_rating from public.reviews
             where consultant_id = (select auth.uid()) and created_at >= m.starts and created_at < m.ends
           ) as r
      order by m.first;
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment For the consultant who calls, by month, both ends included: fees and number of the consultations that take place in it, and the average rating of the reviews written in it, null without reviews.

CREATE OR REPLACE FUNCTION public.conversation_state(job_id uuid DEFAULT NULL::uuid, consultation_id uuid DEFAULT NULL::uuid, contractor_id uuid DEFAULT NULL::uuid)
   RETURNS TABLE(conversation_id uuid, counterpart uuid, writable boolean, banner text)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.conversation_access(job_id, consultation_id, contractor_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The other side of the caller's conversation about a job or in a consultation, whether writing is open, and the reason if it is not. No row if the caller has no such conversation.

CREATE OR REPLACE FUNCTION public.conversation_with(user_id uuid)
   RETURNS TABLE(conversation_id uuid, job_id uuid, consultation_id uuid, contractor_id uuid, writable boolean)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select c.id, c.job_id, c.consultation_id, case when c.job_id is not null then c.partner_id end, s.writable
    from public.conversations c,
         lateral app.conversation_access(
           c.job_id, c.consultation_id, case when c.job_id is not null then c.partner_id end
         ) as s
    where user_id in (c.partner_id, c.facility_id) and user_id is distinct from auth.uid()
    order by s.writable desc, coalesce(c.last_message_at, c.created_at) desc
    limit 1
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The latest conversation with a user that is open for writing, or else the latest one.

CREATE OR REPLACE FUNCTION public.email(profile public.profiles)
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select email from app.contacts where user_id = profile.id
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The email of a user as a computed column: null except for that user and admins.

CREATE OR REPLACE FUNCTION public.end_my_session(id uuid)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.end_my_session(id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres
  comment Ends one of the caller's sessions, at once and everywhere.

CREATE OR REPLACE FUNCTION public.find_available_jobs(query text DEFAULT ''::text, category text DEFAULT NULL::text, budget_from numeric DEFAULT NULL::numeric, budget_to numeric DEFAULT NULL::numeric, by_budget boolean DEFAULT false, descending boolean DEFAULT true, skip integer DEFAULT 0, size integer DEFAULT 10)
   RETURNS TABLE(id uuid, total bigint, has_more boolean)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.find_available_jobs(
      query, category, budget_from, budget_to, by_budget, descending, skip, size
    )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment A page of the ids of dashboard_available_jobs, by a part of the title, the description or the location, by category and by budget; the latest or highest first, or the reverse. Each row has the total. With a search or a budget, the total stops at 10,000, and has_more is true if there are more. For contractors.

CREATE OR REPLACE FUNCTION public.get_consultation_analytics(start_date date, end_date date)
   RETURNS TABLE(date date, count bigint)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select * from app.consultation_analytics(start_date, end_date) $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Consultations booked, by day. For admins.

CREATE OR REPLACE FUNCTION public.get_job_analytics(start_date date, end_date date)
   RETURNS TABLE(date date, posted_jobs bigint, bids bigint)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select * from app.job_analytics(start_date, end_date) $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Jobs posted and bids placed, by day. For admins.

CREATE OR REPLACE FUNCTION public.get_job_categories()
   RETURNS TABLE(category text, count bigint)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select * from app.job_categories() $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The number of jobs in each category. For admins.

CREATE OR REPLACE FUNCTION public.get_revenue_analytics(start_date date, end_date date)
   RETURNS TABLE(date date, amount numeric)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select * from app.revenue(start_date, end_date) $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment The amount paid, by day. For admins.

CREATE OR REPLACE FUNCTION public.get_user_growth(start_date date, end_date date)
   RETURNS TABLE(date date, count bigint)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$ select * from app.user_growth(start_date, end_date) $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment New users, by day. For admins.

CREATE OR REPLACE FUNCTION public.has_ended(consultation public.consultations)
   RETURNS boolean
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select consultation.ends_at <= now()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Whether the consultation has ended.

CREATE OR REPLACE FUNCTION public.mark_notices_read()
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    update public.notices set read = true
      where id in (
        select id from public.notices where recipient_id = (select auth.uid()) and not read for update skip locked
      )
  $function$
  rights authenticated=X/postgres, postgres=X/postgres
  comment Marks all notices of the caller as read, except those that are being repeated at this moment.

CREATE OR REPLACE FUNCTION public.my_sessions()
   RETURNS TABLE(id uuid, created_at timestamp with time zone, refreshed_at timestamp with time zone, user_agent text, ip inet, is_this boolean)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select * from app.my_sessions()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres
  comment The sessions of the caller.

CREATE OR REPLACE FUNCTION public.record_payment(payment_id uuid, reference text)
   RETURNS public.payments
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    -- This runs with the caller's rights, so a hidden payment is a missing one.
    if not exists (select from public.payments where id = payment_id) then
      perform app.refuse(404, 'payment_unknown', 'This payment was not found.', 'Reload your payments.');
    end if;
    return app.record_payment(payment_id, reference);
  end
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Records that a payment was made. For its payer.

CREATE OR REPLACE FUNCTION public.refund_payment(payment_id uuid)
   RETURNS public.payments
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.refund_payment(payment_id)
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Records that a payment was refunded. For admins.

CREATE OR REPLACE FUNCTION public.search_consultants(query text DEFAULT ''::text, min_rating numeric DEFAULT 0)
   RETURNS TABLE(id uuid, username text, full_name text, company_name text, headline text, location text, services text[], profile_picture text, time_zone text, consultation_fee numeric, average_rating numeric, review_count bigint)
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select p.id, p.username, p.full_name, p.company_name, p.headline, p.location, p.services,
           p.profile_picture, p.time_zone, p.consultation_fee, r.average_rating, r.review_count
    from public.profiles p,
         lateral (
           select round(avg(rating), 1) as average_rating, count(*) as review_count
           from public.reviews where consultant_id = p.id
         ) as r
    where p.role = 'consultant'
      and not p.is_hidden
      and p.id is distinct from auth.uid()
      and p.id not in (select banned.id from app.banned_ids() as banned (id))
      and coalesce(r.average_rating, 0) >= coalesce(min_rating, 0)
      and (
        p.username ilike app.like_pattern(query) or p.full_name ilike app.like_pattern(query)
        or exists (select from unnest(p.services) as service where service ilike app.like_pattern(query))
      )
    order by r.average_rating desc nulls last, r.review_count desc, p.username, p.id
  $function$
  rights authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Finds visible consultants by a part of a service or a name, and by a minimum average rating, best rated first.

CREATE OR REPLACE FUNCTION public.send_test_notice()
   RETURNS boolean
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.send_test_notice()
  $function$
  rights authenticated=X/postgres, postgres=X/postgres
  comment Sends the caller a test notice. Returns true if it also goes out by email.

CREATE OR REPLACE FUNCTION public.submit_demo_request(full_name text, email text, company text, message text)
   RETURNS text
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.submit_demo_request(full_name, email, company, message)
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres
  comment Requests a demo. This is the only function that visitors may call.

CREATE OR REPLACE FUNCTION public.unsubscribe(token text)
   RETURNS void
   LANGUAGE sql
   SET search_path TO ''
  AS $function$
    select app.unsubscribe(token)
  $function$
  rights postgres=X/postgres, service_role=X/postgres
  comment Turns off the emails of the user in the link. For the server function of the same name.

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  begin
    if level = 'STATEMENT' then
      raise exception 'function can only be triggered for each row, not for each statement';
    end if;
    if operation not in ('INSERT', 'UPDATE', 'DELETE') then
      raise exception 'Unexpected operation type: %', operation;
    end if;
    perform realtime.send(
      jsonb_build_object(
        'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
      ),
      event_name, topic_name
    );
  exception when others then
    raise exception 'Failed to process the row: %', sqlerrm;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION realtime.may_hear(topic text, role text, claims text)
   RETURNS text[]
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    given_topic alias for topic;
    tries uuid[];
    heard text[];
  begin
    with made as (
      insert into realtime.messages (topic, extension, private)
      values (given_topic, 'broadcast', true), (given_topic, 'presence', true)
      returning id
    )
    select array_agg(id) into tries from made;
    perform set_config('request.jwt.claims', claims, true), set_config('realtime.topic', given_topic, true);
    perform set_config('role', role, true);
    heard := array(select m.extension from realtime.messages m where m.id = any (tries));
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return heard;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION realtime.permissions(topic text, role text, claims text)
   RETURNS TABLE(may_hear text[], may_speak text[])
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    given_topic alias for topic;
    tried text;
  begin
    may_hear := realtime.may_hear(topic, role, claims);
    may_speak := '{}';
    begin
      perform set_config('request.jwt.claims', claims, true), set_config('realtime.topic', given_topic, true);
      perform set_config('role', role, true);
      foreach tried in array array['broadcast', 'presence'] loop
        begin
          insert into realtime.messages (topic, extension, private) values (given_topic, tried, true);
          may_speak := may_speak || tried;
        exception when insufficient_privilege then
          null;
        end;
      end loop;
      raise exception using errcode = 'RT000';
    exception when sqlstate 'RT000' then
      null;
    end;
    return next;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION realtime.record_change()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into realtime.changes (schema_name, table_name, kind, new_row, old_row)
    values (
      tg_table_schema, tg_table_name, tg_op,
      case when tg_op <> 'DELETE' then to_jsonb(new) end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end
    );
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION realtime.record_message()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    if octet_length(new.event) > 255 then
      raise exception using errcode = '22001', message = 'The event of a broadcast can have at most 255 bytes.';
    elsif new.topic = '' or octet_length('realtime:' || new.topic) > 255 then
      raise exception using errcode = '22001', message = 'The topic of a broadcast needs a name of at most 246 bytes.';
    end if;
    insert into realtime.changes (schema_name, table_name, kind, new_row)
    values ('realtime', 'messages', 'INSERT', jsonb_build_object(
      'id', new.id, 'topic', new.topic, 'private', coalesce(new.private, false), 'event', new.event, 'payload', new.payload
    ));
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
   RETURNS void
   LANGUAGE plpgsql
   SET search_path TO ''
  AS $function$
  declare
    id uuid := gen_random_uuid();
    said jsonb := payload;
  begin
    if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
      said := payload || jsonb_build_object('id', id);
    end if;
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, topic, extension, event, payload, private)
    values (id, topic, 'broadcast', event, said, private);
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION realtime.topic()
   RETURNS text
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select nullif(current_setting('realtime.topic', true), '')
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION storage.extension(name text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select reverse(split_part(reverse(storage.filename(name)), '.', 1))
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION storage.filename(name text)
   RETURNS text
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select parts[array_length(parts, 1)]
    from string_to_array(name, '/') as parts
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION storage.foldername(name text)
   RETURNS text[]
   LANGUAGE sql
   IMMUTABLE
   SET search_path TO ''
  AS $function$
    select parts[1 : array_length(parts, 1) - 1]
    from string_to_array(name, '/') as parts
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

CREATE OR REPLACE FUNCTION storage.note_unused_file()
   RETURNS trigger
   LANGUAGE plpgsql
   SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  begin
    insert into private.outbox (kind, payload) values ('file', jsonb_build_object('version', old.version));
    return null;
  end
  $function$
  rights postgres=X/postgres

CREATE OR REPLACE FUNCTION storage.rules_for(bucket text, name text)
   RETURNS TABLE(most_bytes bigint, bucket_types text[], types text[], longest_side integer)
   LANGUAGE plpgsql
   STABLE SECURITY DEFINER
   SET search_path TO ''
  AS $function$
  declare
    found storage.buckets;
    rules regproc := to_regproc((select value from private.settings s where s.name = 'file_rules'));
    rule record;
  begin
    select * into found from storage.buckets b where b.id = rules_for.bucket;
    if found.id is null then
      return;
    end if;
    most_bytes := found.file_size_limit;
    bucket_types := found.allowed_mime_types;
    if rules is not null then
      for rule in execute format('select r.most_bytes, r.types, r.longest_side from %s($1, $2) as r', rules)
        using rules_for.bucket, rules_for.name
      loop
        most_bytes := least(most_bytes, rule.most_bytes);
        types := rule.types;
        longest_side := rule.longest_side;
      end loop;
    end if;
    return next;
  end
  $function$
  rights authenticator=X/postgres, postgres=X/postgres
