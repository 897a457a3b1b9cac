// Sends plain HTTP requests to the sign-in API. supabase-js hides details of responses, and cannot send invalid
// requests.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { sendRequest, type RequestOptions, jsonHeaders, type Reply } from './http-request.ts'
import { secrets } from './target.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'
/** A call name consists of a method and a path. routes.test.ts searches the tests for call names. */
export type CallName = `${Method} /${string}`

interface Options {
  /** This value is sent as JSON. */
  body?: unknown
  /** These bytes are sent instead of `body`. */
  raw?: string | Buffer
  token?: string
  headers?: Record<string, string>
}

export function authCall(name: CallName, options: Options = {}): Promise<Reply> {
  const [method = '', path = ''] = name.split(' ')
  const { body, raw, token = secrets.anonKey, headers = {} } = options
  const request: RequestOptions = {
    method,
    headers: {
      apikey: secrets.anonKey,
      authorization: `Bearer ${token}`,
      ...jsonHeaders,
      ...headers,
    },
  }
  if (raw !== undefined) request.body = raw
  else if (body !== undefined) request.body = JSON.stringify(body)
  return sendRequest(`/auth/v1${path}`, request)
}

const numericCodeRefusal = z.strictObject({
  code: z.number(),
  error_code: z.string().min(1),
  msg: z.string().min(1),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})

/** Parses a refusal in the older format, in which `code` is the HTTP status. */
export function refusalOf(reply: Reply) {
  const parsed = numericCodeRefusal.safeParse(jsonIn(reply))
  assert.ok(parsed.success, `${reply.status} ${reply.text.slice(0, 300)}`)
  assert.equal(parsed.data.code, reply.status)
  return parsed.data
}

export function expectRefusal(reply: Reply, status: number, errorCode: string) {
  const refusal = refusalOf(reply)
  assert.deepEqual([reply.status, refusal.error_code], [status, errorCode], refusal.msg)
  return refusal
}

export const newerVersionHeader = { 'x-supabase-api-version': '2024-01-01' }

const textCodeRefusal = z.strictObject({
  code: z.string().min(1),
  message: z.string().min(1),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})

/** Expects a refusal in the format of version 2024-01-01, in which `code` is a word. */
export function expectTextCodeRefusal(reply: Reply, status: number, code: string) {
  const parsed = textCodeRefusal.safeParse(jsonIn(reply))
  assert.ok(parsed.success, `${reply.status} ${reply.text.slice(0, 300)}`)
  assert.deepEqual([reply.status, parsed.data.code], [status, code], parsed.data.message)
  assert.equal(reply.headers['x-supabase-api-version'], '2024-01-01')
  return parsed.data
}

export function jsonIn({ text }: Reply): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

const session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.literal(3600),
  expires_at: z.number(),
  refresh_token: z.string().min(20),
  user: z.looseObject({ id: z.uuid(), email: z.string() }),
})

export type SessionBody = z.infer<typeof session>

export function sessionIn(reply: Reply): SessionBody {
  const parsed = session.safeParse(jsonIn(reply))
  assert.ok(parsed.success && reply.status === 200, `${reply.status} ${reply.text.slice(0, 300)}`)
  return parsed.data
}

export const signInWithPassword = (body: unknown) =>
  authCall('POST /token?grant_type=password', { body })

export const refresh = (token: string) =>
  authCall('POST /token?grant_type=refresh_token', { body: { refresh_token: token } })

export const getUser = (token: string) => authCall('GET /user', { token })
