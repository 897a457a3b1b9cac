// A provider that speaks OpenID Connect.
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
import { type GivenToken, verifyIdToken } from './id-tokens.ts'
import type { OutsideIdentity, Provider, Visit } from './provider.ts'
import { ProviderFailure, providerFetch } from './provider-fetch.ts'
import { ProviderKeys } from './provider-keys.ts'

export type Claims = Record<string, unknown>

export interface OpenIdOptions {
  id: string
  name: string
  issuer: string
  clientId: string
  /** Of our apps that get tokens there by themselves. */
  appClientIds: readonly string[]
  clientSecret: string
  callback: string
  /** What of a person is asked for, where the usual is refused. */
  scope?: string
  /** Of providers that answer by a form when they are asked for more than who it is. */
  isFormPost?: boolean
  /** It may not be the same for several companies. */
  isOneCompanys?: boolean
  /** What the provider's word is worth. */
  identityIn: (claims: Claims) => OutsideIdentity
}

interface Known {
  configuration: Configuration
  keys: ProviderKeys
  readAt: number
}

/** What a provider publishes of itself may change. */
const remembered = 3600_000

export class OpenIdProvider implements Provider {
  readonly id: string
  readonly name: string
  readonly method = 'oauth'
  readonly #options: OpenIdOptions
  #known: Promise<Known> | undefined

  constructor(options: OpenIdOptions) {
    this.id = options.id
    this.name = options.name
    this.#options = options
  }

  async begin({ state, nonce, verifier }: Visit) {
    const { configuration } = await this.#know()
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

  async finish(visit: Visit, brought: URLSearchParams) {
    const known = await this.#know()
    const { configuration } = known
    const answer = new URL(`${this.#options.callback}?${brought.toString()}`)
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.verifier,
      idTokenExpected: true,
    })
    const expected = { audience: this.#options.clientId }
    const { payload: claims } = await known.keys.verify(tokens.id_token ?? '', expected)
    if (claims['email'] !== undefined) return this.#options.identityIn(claims)
    if (!configuration.serverMetadata().userinfo_endpoint) return this.#options.identityIn(claims)
    const more = await fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
    return this.#options.identityIn({ ...claims, ...more })
  }

  /** What an app brought that got it from this provider by itself. */
  async accept(given: GivenToken) {
    const { configuration, keys } = await this.#know()
    const { issuer } = configuration.serverMetadata()
    const { clientId, appClientIds, identityIn } = this.#options
    const clientIds = [clientId, ...appClientIds]
    const claims = await verifyIdToken({ issuer, keys, clientIds }, given)
    return { claims, identity: identityIn(claims) }
  }

  async #know() {
    const known = await this.#known
    if (known && Date.now() - known.readAt < remembered) return known
    const asked = discover(this.#options).catch((cause: unknown) => {
      throw new ProviderFailure('what it publishes of itself is of no use', { cause })
    })
    this.#known = asked
    // Who asks next asks anew.
    asked.catch(() => (this.#known = undefined))
    return asked
  }
}

async function discover(options: OpenIdOptions): Promise<Known> {
  const { issuer, clientId, clientSecret, isOneCompanys = false } = options
  const isPlain = issuer.startsWith('http:')
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    secretWherever(clientSecret),
    { [customFetch]: providerFetch, ...(isPlain ? { execute: [allowInsecureRequests] } : {}) },
  )
  const { issuer: itself, jwks_uri: keys } = configuration.serverMetadata()
  if (!keys) throw new ProviderFailure(`${issuer} names no keys`)
  if (isOneCompanys && itself.includes('{tenantid}')) {
    throw new ProviderFailure(`${issuer} is the address of many companies`)
  }
  return { configuration, keys: new ProviderKeys(keys), readAt: Date.now() }
}

/** In the body wherever that is taken: in the header it is percent-encoded, which not every provider decodes. */
function secretWherever(secret: string): ClientAuth {
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server
    const isHeaderAlone =
      ways.includes('client_secret_basic') && !ways.includes('client_secret_post')
    const send = isHeaderAlone ? ClientSecretBasic : ClientSecretPost
    send(secret)(server, ...rest)
  }
}
