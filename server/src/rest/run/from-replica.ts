// A read whose client puts up with an older answer is asked of the replica first (0035).
import type { Replica } from '../../postgres/replication/replica.ts'
import type { Batch } from '../../postgres/pool/request-pool.ts'
import { mostStale } from '../parse/cache-control.ts'
import { isReading, type RawRequest } from '../parse/request.ts'
import type { Response } from '../respond/respond.ts'

/** Undefined where the primary has to be asked: nobody is refused for what a replica does not know yet. */
export async function fromReplica(
  { method, headers }: RawRequest,
  role: string,
  replica: Replica | undefined,
  work: (batch: Batch) => Promise<Response>,
): Promise<Response | undefined> {
  const most = isReading(method) ? mostStale(headers['cache-control']) : undefined
  if (most === undefined) return undefined
  const found = await replica?.read(role, most, work)
  if (!found || found.result.status >= 400) return undefined
  const { result, age } = found
  return { ...result, headers: { ...result.headers, age: String(Math.ceil(age)) } }
}
