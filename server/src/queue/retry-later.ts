/** Work that something stands in the way of. It counts as no attempt. */
export class NotNow extends Error {
  /** How long to leave it, in seconds. */
  readonly pause: number

  constructor(message: string, pause: number) {
    super(message)
    this.pause = pause
  }
}
