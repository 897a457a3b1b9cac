// Signs users in with a provider that uses OpenID Connect.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  fetchUserInfo,
} from 'openid-client'
import { type AppToken, verifyIdToken } from './id-token.ts'
import { ProviderKeys } from './provider-keys.ts'
import { ProviderError, providerFetch } from './provider-requests.ts'
import type { OAuthState, Provider, ProviderAccount } from './provider.ts'

export type Claims = Record<string, unknown>

export interface OpenIdOptions {
  id: string
  name: string
  issuer: string
  clientId: string
  /** The client ids of our apps that obtain ID tokens directly from the provider. */
  appClientIds: readonly string[]
  clientSecret: string
  callback: string
  /** The scope to request from a provider that refuses the default scope. */
  scope?: string
  /**
   * True if the provider sends the browser back with a form post. Some providers require a form post if the scope
   * includes the name or email.
   */
  isFormPost?: boolean
  /** True if the provider must belong to a single company. The server then refuses a provider with several tenants. */
  isSingleTenant?: boolean
  readAccount: (claims: Claims) => ProviderAccount
}

interface ProviderMetadata {
  configuration: Configuration
  keys: ProviderKeys
  readAt: number
}

/** The server loads the metadata again after this time, because providers change their metadata. */
const metadataLifetimeMs = 3600_000

export class OpenIdProvider implements Provider {
  readonly id: string
  readonly name: string
  readonly method = 'oauth'
  readonly #options: OpenIdOptions
  #metadata: Promise<ProviderMetadata> | undefined

  constructor(options: OpenIdOptions) {
    this.id = options.id
    this.name = options.name
    this.#options = options
  }

  async begin({ state, nonce, verifier }: OAuthState) {
    const { configuration } = await this.#loadMetadata()
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#options.callback,
      scope: this.#options.scope ?? 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(this.#options.isFormPost ? { response_mode: 'form_post' } : {}),
    })
  }

  async finish(state: OAuthState, parameters: URLSearchParams) {
    const metadata = await this.#loadMetadata()
    const { configuration } = metadata
    const answer = new URL(`${this.#options.callback}?${parameters.toString()}`)
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state.state,
      expectedNonce: state.nonce,
      pkceCodeVerifier: state.verifier,
      idTokenExpected: true,
    })
    const expected = { audience: this.#options.clientId }
    const { payload: claims } = await metadata.keys.verify(tokens.id_token ?? '', expected)
    if (claims['email'] !== undefined) return this.#options.readAccount(claims)
    if (!configuration.serverMetadata().userinfo_endpoint) return this.#options.readAccount(claims)
    const more = await fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
    return this.#options.readAccount({ ...claims, ...more })
  }

  /** Verifies an ID token that an app obtained directly from this provider. */
  async verifyAppToken(appToken: AppToken) {
    const { configuration, keys } = await this.#loadMetadata()
    const { issuer } = configuration.serverMetadata()
    const { clientId, appClientIds, readAccount } = this.#options
    const clientIds = [clientId, ...appClientIds]
    const claims = await verifyIdToken({ issuer, keys, clientIds }, appToken)
    return { claims, providerAccount: readAccount(claims) }
  }

  async #loadMetadata() {
    const metadata = await this.#metadata
    if (metadata && Date.now() - metadata.readAt < metadataLifetimeMs) return metadata
    const request = discover(this.#options).catch((cause: unknown) => {
      throw new ProviderError('its metadata is unusable', { cause })
    })
    this.#metadata = request
    // Forget a failed request, so that the next call retries.
    request.catch(() => (this.#metadata = undefined))
    return request
  }
}

async function discover(options: OpenIdOptions): Promise<ProviderMetadata> {
  const { issuer, clientId, clientSecret, isSingleTenant = false } = options
  const isPlain = issuer.startsWith('http:')
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    sendSecret(clientSecret),
    { [customFetch]: providerFetch, ...(isPlain ? { execute: [allowInsecureRequests] } : {}) },
  )
  const { issuer: ownIssuer, jwks_uri: keys } = configuration.serverMetadata()
  if (!keys) throw new ProviderError(`${issuer} publishes no keys`)
  if (isSingleTenant && ownIssuer.includes('{tenantid}')) {
    throw new ProviderError(`${issuer} serves many companies`)
  }
  return { configuration, keys: new ProviderKeys(keys), readAt: Date.now() }
}

/**
 * Sends the client secret in the body, unless the provider accepts it only in the header. The secret is percent-encoded
 * in the header, and not every provider decodes it.
 */
function sendSecret(secret: string): ClientAuth {
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server
    const isHeaderAlone =
      ways.includes('client_secret_basic') && !ways.includes('client_secret_post')
    const send = isHeaderAlone ? ClientSecretBasic : ClientSecretPost
    send(secret)(server, ...rest)
  }
}
