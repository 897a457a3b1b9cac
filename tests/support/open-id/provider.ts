// A real provider of OpenID Connect, at which nobody has to type.
import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { signWithRsa } from './signing.ts'
import { type Handler, listen, startLiar } from './liar.ts'

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

/** Where it takes secrets. Those that take them in the body say that they take them in the header too. */
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
    /** Once it is known where the product is. */
    serve: (site: string) => {
      callback = `${site}/auth/v1/callback`
      build()
    },
    rotateKeys: () => {
      key = newKey()
      build()
    },
    /** Who sits in front of it, and what it says of them. */
    person: (claims: Claims, subject: string = randomUUID()) => {
      people.set(subject, claims)
      present = subject
      return subject
    },
    /** Has it say other things in its tokens, signed as ever or by another key. */
    liesInTokens: (change: (claims: Claims) => Claims, signer = key.privateKey) => {
      liar.lies((path, body) =>
        path === '/token' ? signWithRsa(body, { change, signer, kid: key.jwk.kid }) : body,
      )
    },
  }
}
