// Computes codes by RFC 6238 like an authenticator app. Shares no code with the server.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Client } from './clients.ts'
import { expectAuthData } from './people.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code for the current time plus `stepsAhead` steps of 30 seconds. */
export function codeFor(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) % 16
  const number = digest.readUInt32BE(offset) % 2 ** 31
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Adds an authenticator app as a second factor that is not verified yet. */
export async function enrollApp({ auth }: Client, friendlyName = 'Phone') {
  const factor = await expectAuthData(auth.mfa.enroll({ factorType: 'totp', friendlyName }))
  assert.ok(factor && factor.type === 'totp')
  return { factorId: factor.id, ...factor.totp }
}

/** Adds an authenticator app as a second factor. Uses up the app's current code. */
export async function enrollAndVerify(client: Client) {
  const app = await enrollApp(client)
  const verified = await verifyFactor(client, app)
  return { ...app, session: verified }
}

interface App {
  factorId: string
  secret: string
}

export async function verifyFactor(client: Client, { factorId, secret }: App, stepsAhead = 0) {
  const code = codeFor(secret, stepsAhead)
  const verified = await expectAuthData(client.auth.mfa.challengeAndVerify({ factorId, code }))
  assert.ok(verified)
  return verified
}
