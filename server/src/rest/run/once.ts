// A request that may be sent again without having its effect again.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Batch, Place, RequestPool, Row } from '../../postgres/pool/request-pool.ts'
import type { Identity } from '../../http/identity.ts'
import { RestError } from '../errors.ts'
import type { RawRequest } from '../parse/request.ts'
import type { Response } from '../respond/respond.ts'

interface Claim {
  role: string
  sessionId: string | undefined
  owner: string
  key: string
  hash: Buffer
}

/** A longer body is not kept: the repeat is answered without it. */
const longestKept = 256 * 1024

/** Only what would make another request of it. */
const telling = ['accept', 'content-type', 'content-profile', 'prefer'] as const

export function claimOf(raw: RawRequest, identity: Identity, address: string): Claim | undefined {
  const key = raw.method === 'POST' ? raw.headers['idempotency-key'] : undefined
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > 255) {
    throw new RestError(
      400,
      'idempotency_key_invalid',
      'An Idempotency-Key has 1 to 255 characters.',
    )
  }
  const head = telling.map((name) => raw.headers[name] ?? null)
  const hash = createHash('sha256')
    .update(JSON.stringify([raw.url, ...head]))
    .update(raw.body ?? '')
    .digest()
  const { role, sub = address, sessionId } = identity
  return { role, sessionId, owner: `${role}:${sub}`, key, hash }
}

export async function runOnce(
  pool: RequestPool,
  { role, sessionId, owner, key, hash }: Claim,
  place: Place,
  work: (batch: Batch) => Promise<Response>,
): Promise<Response> {
  const once = async (batch: Batch) => {
    const [, [kept] = []] = await batch([
      // Also the answer of a repeat is for those only who may still ask.
      { text: 'select auth.assert_session($1)', values: [sessionId ?? null] },
      {
        text: 'select is_same, status, headers, body from private.claim_request($1, $2, $3)',
        values: [owner, key, hash],
      },
    ])
    if (kept) return replay(kept)
    const response = await work(batch)
    const { status, headers, body } = response
    await batch([
      { text: "select set_config('role', 'none', true)", values: [] },
      {
        text: 'select private.keep_answer($1, $2, $3, $4, $5)',
        values: [owner, key, String(status), JSON.stringify(headers), keptBody(body)],
      },
    ])
    return response
  }
  return pool.transaction(role, once, place)
}

function keptBody(body: Buffer | undefined) {
  return body && body.length <= longestKept ? body : null
}

const keptHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

function replay([isSame, status, headers, body]: Row): Response {
  if (isSame?.toString() !== 't') {
    throw new RestError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key belongs to another request.',
      {
        hint: 'Send a new key with a new request.',
      },
    )
  }
  return {
    status: Number(status),
    headers: {
      ...keptHeaders.parse(JSON.parse(headers?.toString() ?? '{}')),
      'idempotency-replayed': 'true',
    },
    body: body ? Buffer.from(body.toString(), 'base64') : undefined,
  }
}
