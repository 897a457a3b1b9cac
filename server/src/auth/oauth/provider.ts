// The interface of a provider that people sign in with, and of the accounts that it vouches for.
import type { SsoProviderSettings } from '../../config/sso-settings.ts'
import type { AuthenticationMethod } from '../sessions/session.ts'

/** A person's account as the provider describes it. */
export interface ProviderAccount {
  provider: string
  /** The id of the person at the provider. It does not change when the person's email changes. */
  subject: string
  /** The issuer of the subject. It is undefined if the SSO provider implies the issuer. */
  issuer?: string | undefined
  email?: string | undefined
  emailVerified: boolean
  /** The person's name and picture. */
  metadata: Record<string, unknown>
  /** Defined if the SSO provider of a company vouches for the person. */
  ssoProvider?: SsoProviderSettings | undefined
}

/** The secrets of one redirect to a provider. Nonce and verifier are derived from the state. */
export interface OAuthState {
  state: string
  nonce: string
  /** The PKCE verifier between this server and the provider. */
  verifier: string
}

/** Returns the id of an SSO provider, as clients use it. */
export const ssoProviderId = ({ id }: Pick<SsoProviderSettings, 'id'>) => `sso:${id}`

/** Returns the URL to which the browser returns. */
export const callbackUrl = (site: string) => `${site}/auth/v1/callback`

export interface Provider {
  /** The id that clients use. */
  id: string
  /** The name that people know. */
  name: string
  /** The authentication method of sessions that it starts. */
  method: AuthenticationMethod
  /** If true, the browser returns by a form post, because a URL is too short for the data. */
  usesFormPost?: boolean
  /** Returns the URL to send the browser to. */
  begin: (state: OAuthState) => Promise<URL>
  /** Verifies the parameters with which the browser returned. */
  finish: (state: OAuthState, parameters: URLSearchParams) => Promise<ProviderAccount>
}
