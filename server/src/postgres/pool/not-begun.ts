import type { DatabaseRefusal } from './database-refusal.ts'

/** The connection was dead before anything of the batch was done: another one may be asked, whatever it does. */
export class NotBegun extends Error {
  override name = 'NotBegun'

  constructor(cause: unknown) {
    super('The connection was dead.', { cause })
  }
}

/** PostgreSQL ends the connection, and says so before its first word about what was asked. */
export function isEnd(refusal: DatabaseRefusal | undefined) {
  return refusal !== undefined && /^57P0[1-5]$/.test(refusal.code)
}

/** What was not written to its end lacks the Sync under which it would have been done. */
export function isUnwritten(error: unknown) {
  return error instanceof Error && Reflect.get(error, 'syscall') === 'write'
}
