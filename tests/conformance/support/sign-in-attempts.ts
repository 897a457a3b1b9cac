// Tries to sign in from chosen network addresses, on a server that trusts the test as a proxy.
import assert from 'node:assert/strict'
import { authCall, expectRefusal } from './auth-call.ts'
import { query } from './database.ts'

type Reply = Awaited<ReturnType<typeof authCall>>
type Name = Parameters<typeof authCall>[0]

let last = 0
/** Returns a network address that no test has used. */
export function newIpAddress() {
  last += 1
  return `203.0.${Math.floor(last / 250)}.${(last % 250) + 1}`
}

export const from = (address: string) => ({ 'x-forwarded-for': address })
export const post = (name: Name, body: unknown, address = newIpAddress()) =>
  authCall(name, { body, headers: from(address) })
export const signIn = (email: string, password: string, address?: string) =>
  post('POST /token?grant_type=password', { email, password }, address)
export const verify = (email: string, token: string, address?: string) =>
  post('POST /verify', { type: 'email', email, token }, address)

export function expectRateLimit(reply: Reply, max: number, code = 'over_request_rate_limit') {
  const { msg } = expectRefusal(reply, 429, code)
  const wait = Number(reply.headers['retry-after'])
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= max, `Retry-After: ${wait}`)
  return msg
}

export const countOf = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length

export async function fail(times: number, email: string, address?: string) {
  const attempts = Array.from({ length: times }, () => signIn(email, 'wrong', address))
  for (const reply of await Promise.all(attempts)) expectRefusal(reply, 400, 'invalid_credentials')
}

export const unknown = () => `${crypto.randomUUID()}@example.test`

/** Moves the start times of an address's limits this many seconds into the past, as if time had passed. */
export async function moveLimitsBack(seconds: number, address: string) {
  await query(
    `update private.address_limits set window_start = window_start - make_interval(secs => $1)
     where address = $2`,
    [seconds, address],
  )
}

/** Uses up the limit of an address by wrong codes, which are faster to check than passwords. */
export async function useUp(address: string, count = 100) {
  const attempts = Array.from({ length: count }, () => verify(unknown(), 'x', address))
  for (const reply of await Promise.all(attempts)) expectRefusal(reply, 403, 'otp_expired')
}
