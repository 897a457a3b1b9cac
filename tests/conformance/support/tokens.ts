// Makes access tokens without a sign-in, signed with the server's keys or with other keys.
import { createHmac, createPrivateKey, createPublicKey, type JsonWebKey, sign } from 'node:crypto'
import { secrets } from './target.ts'

const [newestKey] = secrets.signingKeys

export type Claims = Record<string, unknown>

export const now = () => Math.floor(Date.now() / 1000)

export function claimsOf(sub: string, more: Claims = {}): Claims {
  const iat = now() - 10
  return { sub, role: 'authenticated', aud: 'authenticated', iat, exp: iat + 3600, ...more }
}

export function tokenFor(sub: string, more: Claims = {}) {
  return sharedSecretToken(claimsOf(sub, more))
}

/** Returns a token signed with HS256. */
export function sharedSecretToken(claims: Claims, secret = secrets.jwtSecret, header: Claims = {}) {
  const body = unsigned({ alg: 'HS256', typ: 'JWT', ...header }, claims)
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** Returns a token signed with ES256 and the server's newest key. */
export function signingKeyToken(claims: Claims, header: Claims = {}) {
  return signWith(newestKey, claims, header)
}

/** Returns a token signed with ES256 and the given key. */
export function signWith(jwk: JsonWebKey & { kid?: string }, claims: Claims, header: Claims = {}) {
  const body = unsigned({ alg: 'ES256', typ: 'JWT', kid: jwk.kid, ...header }, claims)
  const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}

/** Returns the token of a known attack: HS256 with the server's public key as the shared secret. */
export function publicKeyAsSecret(claims: Claims) {
  const publicKey = createPublicKey({ key: { ...newestKey }, format: 'jwk' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  return sharedSecretToken(claims, String(pem), { kid: newestKey.kid })
}

/** Returns the header and payload without a signature. */
export function unsigned(header: Claims, claims: Claims) {
  return `${encode(header)}.${encode(claims)}`
}

function encode(value: Claims) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
