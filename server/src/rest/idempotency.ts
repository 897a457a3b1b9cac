// A repeated request with an idempotency key gets the stored response and has no second effect.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Batch, QueueTicket, RequestPool, Row } from '../postgres/pool/request-pool.ts'
import type { Identity } from '../http/identity.ts'
import { networkOf } from '../http/request-address.ts'
import { RestError } from './errors.ts'
import type { RawRequest } from './parse/request.ts'
import type { RestResponse } from './respond/respond.ts'

interface IdempotencyClaim {
  role: string
  sessionId: string | undefined
  owner: string
  key: string
  hash: Buffer
}

/** A longer response body is not stored, so the replayed response has no body. */
const maxStoredBytes = 256 * 1024

/** If a request repeats a key with other values in these headers, it is refused as a different request. */
const hashedHeaders = ['accept', 'content-type', 'content-profile', 'prefer'] as const

export function idempotencyClaim(
  raw: RawRequest,
  identity: Identity,
  address: string,
): IdempotencyClaim | undefined {
  const key = raw.method === 'POST' ? raw.headers['idempotency-key'] : undefined
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > 255) {
    throw new RestError(
      400,
      'idempotency_key_invalid',
      'An Idempotency-Key must have 1 to 255 characters.',
    )
  }
  const headerValues = hashedHeaders.map((name) => raw.headers[name] ?? null)
  const hash = createHash('sha256')
    .update(JSON.stringify([raw.url, ...headerValues]))
    .update(raw.body ?? '')
    .digest()
  const { role, sub = networkOf(address), sessionId } = identity
  return { role, sessionId, owner: `${role}:${sub}`, key, hash }
}

export async function runOnce(
  pool: RequestPool,
  { role, sessionId, owner, key, hash }: IdempotencyClaim,
  ticket: QueueTicket,
  runStatements: (batch: Batch) => Promise<RestResponse>,
): Promise<RestResponse> {
  const runOrReplay = async (batch: Batch) => {
    const [, [stored] = []] = await batch([
      // This check comes first, because a client with an ended session must not get a stored response.
      { text: 'select auth.assert_session($1)', values: [sessionId ?? null] },
      {
        text: 'select is_same, status, headers, body from private.claim_request($1, $2, $3)',
        values: [owner, key, hash],
      },
    ])
    if (stored) return replay(stored)
    const response = await runStatements(batch)
    const { status, headers, body } = response
    await batch([
      { text: "select set_config('role', 'none', true)", values: [] },
      {
        text: 'select private.store_response($1, $2, $3, $4, $5)',
        values: [owner, key, String(status), JSON.stringify(headers), storedBody(body)],
      },
    ])
    return response
  }
  return pool.transaction(role, runOrReplay, ticket)
}

function storedBody(body: Buffer | undefined) {
  return body && body.length <= maxStoredBytes ? body : null
}

const storedHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

function replay([isSame, status, headers, body]: Row): RestResponse {
  if (isSame?.toString() !== 't') {
    throw new RestError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was already used for another request.',
      {
        hint: 'Send a new key with a new request.',
      },
    )
  }
  return {
    status: Number(status),
    headers: {
      ...storedHeaders.parse(JSON.parse(headers?.toString() ?? '{}')),
      'idempotency-replayed': 'true',
    },
    body: body ? Buffer.from(body.toString(), 'base64') : undefined,
  }
}
