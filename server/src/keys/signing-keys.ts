// Creates the key pairs that sign access tokens.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'

export const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
})

export type SigningKey = z.infer<typeof signingKey>

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  return signingKey.parse({ ...key, kid: await calculateJwkThumbprint(key), alg: 'ES256' })
}

export function publicHalf({ d: _private, ...key }: SigningKey): JWK {
  return { ...key, use: 'sig' }
}
