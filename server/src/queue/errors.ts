/** A handler throws this error if a retry would fail in the same way. The job is then not retried. */
export class PermanentFailure extends Error {}

/** A handler throws this error if the job cannot run now. The run does not count as an attempt. */
export class RetryLater extends Error {
  readonly delaySeconds: number

  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}
