import { type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'

const tokenResponse = z.looseObject({ id_token: z.string() })
const payload = z.record(z.string(), z.unknown())

interface SigningOptions {
  change: (claims: Record<string, unknown>) => Record<string, unknown>
  signer: KeyObject
  kid: string
}

/** Replaces the ID token in the response of a token endpoint. */
export function signWithRsa(body: string, { change, signer, kid }: SigningOptions) {
  const tokens = tokenResponse.safeParse(JSON.parse(body))
  if (!tokens.success) return body
  const [, middle = ''] = tokens.data.id_token.split('.')
  const claims = payload.parse(JSON.parse(Buffer.from(middle, 'base64url').toString()))
  const unsigned = `${encode({ alg: 'RS256', kid })}.${encode(change(claims))}`
  const signature = sign('sha256', Buffer.from(unsigned), signer).toString('base64url')
  return JSON.stringify({ ...tokens.data, id_token: `${unsigned}.${signature}` })
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
