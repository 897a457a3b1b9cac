/** Fails a job for good, because a retry would fail in the same way. */
export class PermanentFailure extends Error {}

/** Delays a job that cannot run now. The run does not count as an attempt. */
export class RetryLater extends Error {
  readonly delaySeconds: number

  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}
