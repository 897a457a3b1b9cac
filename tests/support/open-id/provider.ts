// Runs a real OpenID Connect provider that signs in a user of the test's choice, without a form.
import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { signWithRsa } from './signing.ts'
import { type Handler, listen, startFaultyProxy } from './faulty-proxy.ts'

type Claims = Record<string, unknown>

const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk: JsonWebKey & { kid: string } = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    use: 'sig',
    alg: 'RS256',
  }
  return { privateKey, jwk }
}

/**
 * The part of a token request with the client secret. A provider with "body" advertises both parts, and the server
 * chooses the body.
 */
type SecretLocation = 'body' | 'header'

export async function startOpenId(clientIds: string[], secretLocation: SecretLocation = 'body') {
  const claimsBySubject = new Map<string, Claims>()
  let callback = ''
  let signedInSubject = ''
  let key = newKey()
  let handler: Handler = (_request, response) => response.destroy()
  const providerServer = await listen((request, response) => handler(request, response))
  const proxy = await startFaultyProxy(() => providerServer.url)

  function buildProvider() {
    const provider = new Provider(proxy.url, {
      clients: clientIds.map((id) => ({
        client_id: id,
        client_secret: `secret of ${id}`,
        redirect_uris: [callback],
      })),
      clientAuthMethods: [
        'client_secret_basic',
        ...(secretLocation === 'body' ? ['client_secret_post' as const] : []),
      ],
      jwks: { keys: [{ ...key.jwk, kty: 'RSA' }] },
      cookies: { keys: [randomUUID()] },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['name', 'picture'],
      },
      interactions: { url: (_context, { uid }) => `/signing-in/${uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ ...claimsBySubject.get(id), sub: id }),
      }),
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const handleWithProvider = provider.callback()
    handler = (request, response) => {
      if (request.url?.startsWith('/signing-in/')) void signIn(provider, request, response)
      else if (sendsSecretInWrongPlace(request)) response.writeHead(401).end()
      else void handleWithProvider(request, response)
    }
  }

  function sendsSecretInWrongPlace({ url, headers }: IncomingMessage) {
    const location = headers.authorization === undefined ? 'body' : 'header'
    return url === '/token' && location !== secretLocation
  }

  const signIn = (provider: Provider, request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(request, response, { login: { accountId: signedInSubject } })

  return {
    url: proxy.url,
    failWith: proxy.failWith,
    changeResponses: proxy.changeResponses,
    reset: proxy.reset,
    /** Starts the provider when the URL of Mendwell's server is known. */
    serve: (site: string) => {
      callback = `${site}/auth/v1/callback`
      buildProvider()
    },
    rotateKeys: () => {
      key = newKey()
      buildProvider()
    },
    /** Sets the user who is signed in at the provider, and this user's claims. */
    setUser: (claims: Claims, subject: string = randomUUID()) => {
      claimsBySubject.set(subject, claims)
      signedInSubject = subject
      return subject
    },
    /** Changes the claims in ID tokens, which `signer` signs. */
    changeTokenClaims: (change: (claims: Claims) => Claims, signer = key.privateKey) => {
      proxy.changeResponses((path, body) =>
        path === '/token' ? signWithRsa(body, { change, signer, kid: key.jwk.kid }) : body,
      )
    },
  }
}
