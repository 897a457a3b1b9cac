import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SsoProviderSettings } from '../config/sso-settings.ts'
import type { Identities } from '../http/identity.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { Pool } from '../postgres/database.ts'
import type { Providers } from './oauth/providers.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'

/** The dependencies of all auth routes. */
export interface AuthDependencies {
  pool: Pool
  identities: Identities
  accessTokens: AccessTokens
  keys: DerivedKeys
  /** The public halves of the keys that sign access tokens. */
  keySet: readonly object[]
  settings: AuthSettings
  /** OAuth and SSO providers, by id. */
  providers: Providers
  /** The path of the web page that an email of this kind links to. */
  screenOf: (mail: string) => string
}

/** The settings of this installation that concern sign-in. */
export interface AuthSettings {
  productName: string
  /** Anybody may sign up. */
  isSignUpOpen: boolean
  /** New accounts count as confirmed without proof of the email or phone number (AUTO_CONFIRM). */
  isAutoConfirmed: boolean
  /** A text message service is configured, so phone numbers can be used. */
  hasPhones: boolean
  /** Prefixes, without plus, of numbers that text messages may be sent to. An empty list allows all. */
  smsCountries: readonly string[]
  /** The origin of the web app, to which links in emails lead. */
  site: string
  /** More URLs to which a link may redirect. */
  redirects: readonly string[]
  /** Companies whose people sign in through their own identity provider. */
  ssoProviders: readonly SsoProviderSettings[]
  sessions: {
    idleHours: number
    maxDays: number
  }
}

/** One route. Its result is sent as JSON; undefined becomes 204. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Overrides the default limit. */
  bodyLimitBytes?: number
  handle: (auth: AuthDependencies, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}
