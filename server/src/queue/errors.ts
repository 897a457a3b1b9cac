/** A handler throws this error if a retry would fail in the same way. */
export class PermanentFailure extends Error {}

/** A handler throws this error if the job has to wait, which does not count as an attempt. */
export class RetryLater extends Error {
  readonly delaySeconds: number

  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}
