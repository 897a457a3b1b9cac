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
  rights authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres
  comment Predicates, triggers and definers behind the exposed schema. Not exposed itself.

schema auth
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema extensions
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema private
  rights postgres=UC/postgres
  comment What only the server reads: settings, secrets, outbox. No role of a request may enter.

schema public
  rights =U/pg_database_owner, anon=U/pg_database_owner, authenticated=U/pg_database_owner, pg_database_owner=UC/pg_database_owner, service_role=U/pg_database_owner
  comment standard public schema

schema realtime
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

schema storage
  rights anon=U/postgres, authenticated=U/postgres, postgres=UC/postgres, service_role=U/postgres

-- default rights

default rights of postgres on f in every schema: postgres=X/postgres

-- enums

enum auth.aal_level: aal1, aal2, aal3

enum auth.code_challenge_method: s256, plain

enum auth.factor_status: unverified, verified

enum auth.factor_type: totp, webauthn, phone

enum auth.one_time_token_type: confirmation_token, reauthentication_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token

-- tables

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
  PRIMARY KEY (id)
  CHECK ((token_hash <> ''::text))
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  UNIQUE (user_id, token_type)
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
  comment How often an address or an account did something in a window of time, counted for all servers.

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
  comment What the last apply of the product's code created, in an order that allows dropping from the end.

table private.migrations
  name text not null
  hash text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(hash) = 64))
  CHECK ((length(name) <= 200))
  rights postgres=arwdDxtm/postgres
  comment The product's migrations that ran, each once.

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
  CREATE INDEX outbox_waiting_idx ON private.outbox USING btree (due_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL))
  rights postgres=arwdDxtm/postgres
  comment Work to be done after commit, at least once. A job claims due rows with "for update skip locked".

table private.releases
  id bigint not null identity
  code_hash text not null
  version text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (id)
  CHECK ((length(code_hash) = 64))
  CHECK ((length(version) <= 50))
  rights postgres=arwdDxtm/postgres
  comment Every text of the product's code that was ever applied; the last row is in force.

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
  comment Answers to requests that carried an Idempotency-Key, so that a repeat has one effect.

table private.secrets
  name text not null
  value text not null
  created_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(name) <= 100))
  CHECK ((length(value) <= 10000))
  rights postgres=arwdDxtm/postgres
  comment Secrets that all servers of one outside database share. The embedded one keeps them in a file.

table private.settings
  name text not null
  value text not null
  changed_at timestamp with time zone not null default now()
  PRIMARY KEY (name)
  CHECK ((length(name) <= 100))
  CHECK ((length(value) <= 10000))
  rights postgres=arwdDxtm/postgres
  comment What the rules need to know of this installation, and the limits. The start writes what the environment sets.

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
  comment Each change of a watched row. A reader takes every row whose xid is not below its last low watermark.

table realtime.messages
  id uuid not null default gen_random_uuid()
  topic text not null
  extension text not null
  event text
  payload jsonb
  private boolean default false
  inserted_at timestamp without time zone not null default now()
  updated_at timestamp without time zone not null default now()
  PRIMARY KEY (id)
  CHECK ((length(event) <= 200))
  CHECK ((length(extension) <= 50))
  CHECK ((length(topic) <= 500))
  CREATE INDEX messages_inserted_at_idx ON realtime.messages USING btree (inserted_at)
  rights postgres=arwdDxtm/postgres

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
  rights postgres=arwdDxtm/postgres

table storage.objects
  id uuid not null default gen_random_uuid()
  bucket_id text
  name text
  owner uuid
  created_at timestamp with time zone default now()
  updated_at timestamp with time zone default now()
  last_accessed_at timestamp with time zone default now()
  metadata jsonb
  path_tokens text[] generated string_to_array(name, '/'::text)
  version text
  owner_id text
  user_metadata jsonb
  PRIMARY KEY (id)
  FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT
  CHECK (((length(name) >= 1) AND (length(name) <= 1024)))
  CREATE UNIQUE INDEX objects_bucket_id_name_idx ON storage.objects USING btree (bucket_id, name COLLATE "C")
  CREATE INDEX objects_owner_id_idx ON storage.objects USING btree (owner_id)
  rights postgres=arwdDxtm/postgres

-- functions

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
          'message', 'Your session has ended. Sign in again.',
          'details', null,
          'hint', null
        )::text,
        detail = json_build_object('status', 401, 'headers', json_build_object())::text;
    end if;
  end
  $function$
  rights anon=X/postgres, authenticated=X/postgres, postgres=X/postgres, service_role=X/postgres

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
   LANGUAGE sql
   STABLE
   SET search_path TO ''
  AS $function$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
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
