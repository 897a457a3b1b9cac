/** The pool has no connection for the request. */
export class NoConnectionError extends Error {
  override name = 'NoConnectionError'
}

/** The fields are those of PostgreSQL's ErrorResponse. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  /** True if a prepared statement is missing, exists already, or has an outdated plan. */
  readonly isOutdatedPlan: boolean

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'The database gave no reason.')
    this.code = fields.get('C') ?? 'XX000'
    this.detail = fields.get('D')
    this.hint = fields.get('H')
    this.isOutdatedPlan =
      this.code === '26000' || this.code === '42P05' || fields.get('R') === 'RevalidateCachedQuery'
  }
}

/** The connection was dead before any part of the batch ran, so the batch can safely run on another connection. */
export class NotStartedError extends Error {
  override name = 'NotStartedError'

  constructor(cause: unknown) {
    super('The connection was dead.', { cause })
  }
}

/** Returns whether PostgreSQL is ending the connection. */
export function isShutdown(refusal: DatabaseRefusal | undefined) {
  return refusal !== undefined && /^57P0[1-5]$/.test(refusal.code)
}

/** Returns true if the batch was not sent completely. Without the Sync at the end, PostgreSQL has committed nothing. */
export function isWriteError(error: unknown) {
  return error instanceof Error && Reflect.get(error, 'syscall') === 'write'
}
