// Runs an identity provider for ID tokens of apps. Tests can make the provider misbehave.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { z } from 'zod'

interface Key {
  kid: string
  alg: string
  privateKey: CryptoKey
  publicJwk: JWK
}

type Behavior = 'normal' | 'garbage' | 'huge' | 'failing' | 'redirect' | 'silent'

interface State {
  keys: Key[]
  behavior: Behavior
  /** The number of requests for the provider's keys. */
  keyRequestCount: number
}

const responders: Record<Behavior, (response: ServerResponse, keys: Key[]) => unknown> = {
  normal: (response, keys) =>
    response.end(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) })),
  garbage: (response) => response.end('{"keys": 7'),
  huge: (response) => response.end(`{"keys": [${'{"kty": "RSA"},'.repeat(100_000)}{}]}`),
  failing: (response) => response.writeHead(500).end('{"keys": []}'),
  redirect: (response) => response.writeHead(302, { location: '/other-keys' }).end(),
  silent: () => undefined,
}

export async function newKey(kid: string, alg = 'RS256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return {
    kid,
    alg,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
  }
}

export async function startIssuer() {
  const first = await newKey('first')
  const state: State = { keys: [first], behavior: 'normal', keyRequestCount: 0 }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/keys') {
      state.keyRequestCount += 1
      return responders[state.behavior](response, state.keys)
    }
    if (request.url === '/other-keys') return responders.normal(response, state.keys)
    // Each path is a separate issuer, but all issuers share the same keys.
    const [path = ''] = decodeURI(request.url ?? '').split('/.well-known/')
    return response.end(JSON.stringify({ ...metadata, issuer: `${url}${path}` }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const url = `http://127.0.0.1:${port}`
  const metadata = {
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }

  return {
    url,
    first,
    state,
    /** Signs an ID token without the claims that are undefined. */
    sign(claims: Record<string, unknown>, { kid, alg, privateKey }: Key = first, typ = 'JWT') {
      const now = Math.floor(Date.now() / 1000)
      const allClaims = { iss: url, iat: now, exp: now + 300, ...claims }
      return new SignJWT(allClaims).setProtectedHeader({ alg, kid, typ }).sign(privateKey)
    },
  }
}
