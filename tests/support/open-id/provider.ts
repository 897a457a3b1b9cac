// A real OpenID Connect provider. It signs in a user whom the test has chosen, without showing a form.
import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { signWithRsa } from './signing.ts'
import { type Handler, listen, startLiar } from './faulty-proxy.ts'

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
 * The part of a token request in which the provider expects the client secret. A provider that expects the secret in
 * the body also advertises the header.
 */
type SecretPlace = 'body' | 'header'

export async function startOpenId(clientIds: string[], secretPlace: SecretPlace = 'body') {
  const people = new Map<string, Claims>()
  let callback = ''
  let present = ''
  let key = newKey()
  let handler: Handler = (_request, response) => response.destroy()
  const inner = await listen((request, response) => handler(request, response))
  const liar = await startLiar(() => inner.url)

  function build() {
    const provider = new Provider(liar.url, {
      clients: clientIds.map((id) => ({
        client_id: id,
        client_secret: `secret of ${id}`,
        redirect_uris: [callback],
      })),
      clientAuthMethods: [
        'client_secret_basic',
        ...(secretPlace === 'body' ? ['client_secret_post' as const] : []),
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
        claims: async () => ({ ...people.get(id), sub: id }),
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
    const answer = provider.callback()
    handler = (request, response) => {
      if (request.url?.startsWith('/signing-in/')) void signIn(provider, request, response)
      else if (bringsSecretElsewhere(request)) response.writeHead(401).end()
      else void answer(request, response)
    }
  }

  function bringsSecretElsewhere({ url, headers }: IncomingMessage) {
    const place = headers.authorization === undefined ? 'body' : 'header'
    return url === '/token' && place !== secretPlace
  }

  const signIn = (provider: Provider, request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(request, response, { login: { accountId: present } })

  return {
    url: liar.url,
    fails: liar.fails,
    lies: liar.lies,
    isHonest: liar.isHonest,
    /** Starts the provider. Call this when the URL of Mendwell's server is known. */
    serve: (site: string) => {
      callback = `${site}/auth/v1/callback`
      build()
    },
    rotateKeys: () => {
      key = newKey()
      build()
    },
    /** Sets the user who is signed in at the provider, and the claims about them. */
    person: (claims: Claims, subject: string = randomUUID()) => {
      people.set(subject, claims)
      present = subject
      return subject
    },
    /** Changes the claims in ID tokens, and signs them with the provider's key or another key. */
    liesInTokens: (change: (claims: Claims) => Claims, signer = key.privateKey) => {
      liar.lies((path, body) =>
        path === '/token' ? signWithRsa(body, { change, signer, kid: key.jwk.kid }) : body,
      )
    },
  }
}
