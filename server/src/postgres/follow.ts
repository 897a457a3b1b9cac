// A value read from the database, read anew whenever somebody says on a channel that it changed.
import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { listen } from './listen.ts'

export interface Followed<Value> {
  /** It is replaced as a whole, so what runs keeps the one it began with. */
  get: () => Value
  close: () => Promise<void>
}

export async function follow<Value>(
  pool: Pool,
  channel: string,
  read: () => Promise<Value>,
  log: Log,
): Promise<Followed<Value>> {
  let value = await read()
  // The first one makes sure that there is a value, the one heard at once that nothing was missed meanwhile.
  const heard = async () => {
    value = await read()
  }
  const close = await listen(pool, channel, { heard, log })
  return { get: () => value, close }
}
