// Limits the unfinished uploads of one owner, because their received parts take space on the server's disk for a day.
import type { PartialUploads } from '../../files/partial-uploads.ts'
import { invalid, StorageError } from '../errors.ts'

/** One owner can have this many unfinished uploads at a time. */
const maxUnfinished = 20
const maxUnfinishedMegabytes = 500
const maxUnfinishedBytes = maxUnfinishedMegabytes * 1024 * 1024

export class UploadQuota {
  readonly #uploads: PartialUploads
  readonly #lastByOwner = new Map<string, Promise<void>>()

  constructor(uploads: PartialUploads) {
    this.#uploads = uploads
  }

  /** Creates an upload if the quota allows it, after earlier calls for the same owner have ended. */
  async create(owner: string, size: number, create: () => Promise<void>) {
    const previous = this.#lastByOwner.get(owner)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#lastByOwner.set(owner, ended)
    await previous
    try {
      await this.#check(owner, size)
      await create()
    } finally {
      end()
      if (this.#lastByOwner.get(owner) === ended) this.#lastByOwner.delete(owner)
    }
  }

  /** A file that is larger than the quota is allowed if it is the only unfinished upload. */
  async #check(owner: string, size: number) {
    const { count, bytes } = await this.#uploads.measureUnfinished(owner)
    if (count >= maxUnfinished) throw tooManyUploads()
    if (count > 0 && bytes + size > maxUnfinishedBytes) throw tooManyBytes()
  }
}

const tooManyUploads = () =>
  invalid(`You have ${maxUnfinished} unfinished uploads. Finish or cancel one of them first.`)

const tooManyBytes = () =>
  new StorageError(
    413,
    'Payload too large',
    `Your unfinished uploads would exceed ${maxUnfinishedMegabytes} MB together. Finish or cancel one of them first.`,
  )
