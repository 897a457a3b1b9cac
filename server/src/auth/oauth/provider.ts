// Defines the interface of sign-in providers, and the accounts that providers return.
import type { SsoProviderSettings } from '../../config/sso-settings.ts'
import type { AuthenticationMethod } from '../sessions/session.ts'

/** A person's account at a provider. */
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
  /** The settings of the company's SSO provider. They are undefined for a provider that is not an SSO provider. */
  ssoProvider?: SsoProviderSettings | undefined
}

/**
 * The secrets of one redirect to a provider. The nonce and the verifier are derived from the state and a secret key.
 */
export interface OAuthState {
  state: string
  nonce: string
  /** The PKCE verifier that this server sends to the provider. */
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
  /** The authentication method that the database stores for sessions of this provider. */
  method: AuthenticationMethod
  /** True if a form post finishes the sign-in, so that the browser must send the sign-in cookie with the post. */
  usesFormPost?: boolean
  /** Returns the URL of the provider's sign-in page. */
  begin: (state: OAuthState) => Promise<URL>
  /**
   * Verifies the parameters that the browser brings from the provider. Returns the person's account at the provider.
   */
  finish: (state: OAuthState, parameters: URLSearchParams) => Promise<ProviderAccount>
}
