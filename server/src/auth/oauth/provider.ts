// Defines the interface of sign-in providers and of the accounts that they vouch for.
import type { SsoProviderSettings } from '../../config/sso-settings.ts'
import type { AuthenticationMethod } from '../sessions/session.ts'

/** A person's account as the provider describes it. */
export interface ProviderAccount {
  provider: string
  /** The id of the person at the provider. It does not change when the person's email changes. */
  subject: string
  /** The issuer of the subject. If undefined, the settings of the SSO provider contain the issuer. */
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

/** Returns the provider id that clients use for an SSO provider. */
export const ssoProviderId = ({ id }: Pick<SsoProviderSettings, 'id'>) => `sso:${id}`

/** Returns the URL on this server to which providers send the browser back. */
export const callbackUrl = (site: string) => `${site}/auth/v1/callback`

export interface Provider {
  /** The id that clients use. */
  id: string
  /** The name that users see. */
  name: string
  /** The authentication method that is recorded in sessions of this provider. */
  method: AuthenticationMethod
  /** True if the browser returns by a form post, because the response is too long for a URL. */
  usesFormPost?: boolean
  /** Returns the URL to send the browser to. */
  begin: (state: OAuthState) => Promise<URL>
  /** Verifies the parameters with which the browser returned, and returns the provider's account. */
  finish: (state: OAuthState, parameters: URLSearchParams) => Promise<ProviderAccount>
}
