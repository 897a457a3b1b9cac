import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SsoProviderSettings } from '../config/sso-settings.ts'
import type { Identities } from '../http/identity.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { Pool } from '../postgres/database.ts'
import type { Providers } from './oauth/providers.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'

export interface AuthDependencies {
  pool: Pool
  identities: Identities
  accessTokens: AccessTokens
  keys: DerivedKeys
  /** The public keys that verify access tokens. */
  keySet: readonly object[]
  settings: AuthSettings
  /** OAuth and SSO providers, by id. */
  providers: Providers
  /** Returns the path of the web page to which an email of the given kind links. */
  screenOf: (mail: string) => string
}

export interface AuthSettings {
  productName: string
  isSignUpOpen: boolean
  /** True if new accounts are confirmed without proof of the email or phone number (AUTO_CONFIRM). */
  isAutoConfirmed: boolean
  /** True if anybody may sign in without an email or phone number. */
  allowsAnonymous: boolean
  /** True if a signed-in user may link accounts at providers. */
  allowsManualLinking: boolean
  minPasswordLength: number
  /** True if an SMS service is configured, so phone numbers can be used. */
  hasPhones: boolean
  /** The number prefixes, without a plus, to which an SMS may be sent. An empty list allows all numbers. */
  smsCountries: readonly string[]
  /** The origin of the web app. Links in emails lead to it. */
  site: string
  /** URLs outside the web app that a link may redirect to. */
  redirects: readonly string[]
  /** The settings of companies whose employees sign in through the company's own identity provider. */
  ssoProviders: readonly SsoProviderSettings[]
  sessions: {
    idleHours: number
    maxDays: number
  }
}

/** A route of the auth API. The handler's result is sent as JSON. If the result is undefined, the response is 204. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Overrides the default limit, which auth.ts defines. */
  bodyLimitBytes?: number
  handle: (auth: AuthDependencies, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}
