/** The place where files are kept did not do what it was asked. Nothing was stored, and nothing is lost. */
export class FilesUnavailable extends Error {
  /** There is no room: trying again at once is of no use. */
  readonly isFull: boolean

  constructor(
    message: string,
    { isFull = false, cause }: { isFull?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isFull = isFull
  }
}
