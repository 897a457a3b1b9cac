// Makes image variants on first use and caches them. Simultaneous requests share one task.
import { rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import type { ByteRange, FileStore } from '../../files/file-store.ts'
import { SharedFairQueue } from '../../http/fair-queue.ts'
import type { BudgetedUser, TimeBudget } from '../../http/time-budget.ts'
import { busy, tooLarge } from '../errors.ts'
import { fetchToFile } from '../uploads/write-file.ts'
import type { ImageCache, ImageCacheKey } from './image-cache.ts'
import { type ImageVariant, variantName } from './image-transform.ts'
import { resizeImage } from './resize-image.ts'
import { SingleFlight } from './single-flight.ts'

/** A client that waits longer than this gets a 503 response with Retry-After. */
const timeoutMs = 25_000
const maxSourceBytes = 50 * 1024 * 1024
const stallTimeoutMs = 10_000

export interface SourceFile {
  version: string
  size: number
}

interface Client {
  queueKey: string
  budget: TimeBudget
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal
}

export class ImageVariants {
  readonly #files: FileStore
  readonly #cache: ImageCache
  readonly #flights = new SingleFlight<number | undefined>()
  /** Limits the disk space for source files, which are fetched to the local disk while their variants are made. */
  readonly #fetchQueue = new SharedFairQueue({
    maxRunning: 4,
    maxWaiting: 200,
    timeoutMs,
  })

  constructor(files: FileStore, cache: ImageCache) {
    this.#files = files
    this.#cache = cache
  }

  /** Resolves to the size of the variant, or to undefined if the source file is gone. */
  async prepare(source: SourceFile, variant: ImageVariant, client: Client) {
    if (source.size > maxSourceBytes) throw tooLarge()
    const key = cacheKeyOf(source, variant)
    const cachedSize = await this.#cache.sizeOf(key)
    if (cachedSize !== undefined) return cachedSize
    const { queueKey, budget, disconnected } = client
    const timeout = AbortSignal.timeout(timeoutMs)
    const options = {
      leaving: AbortSignal.any([disconnected, timeout]),
      enqueue: (start: () => Promise<unknown>, leaving: AbortSignal) => {
        // Check the budget again, because the client's earlier requests may have used it up during the wait.
        const startWithinBudget = () => {
          budget.userFor(queueKey)
          return start()
        }
        return this.#fetchQueue.run(queueKey, startWithinBudget, leaving)
      },
      task: (abandoned: AbortSignal) =>
        this.#make({ source, key, variant, user: budget.userFor(queueKey), abandoned }),
    }
    try {
      return await this.#flights.run(flightKey(key), options)
    } catch (error) {
      throw timeout.aborted && error === timeout.reason ? busy(error) : error
    }
  }

  async open(source: SourceFile, variant: ImageVariant, range: ByteRange | undefined) {
    const bytes = await this.#cache.open(cacheKeyOf(source, variant), range)
    if (!bytes) throw busy(new Error('An image variant was evicted before it was sent.'))
    return bytes
  }

  async #make({ source, key, variant, user, abandoned }: MakeOptions) {
    const files = this.#files
    const [fetchedPath, variantPath] = [files.incomingPath(), files.incomingPath()]
    try {
      const bytes = await files.open(source.version, { size: source.size })
      if (!bytes) return undefined
      const stream = addAbortSignal(abandoned, bytes)
      await fetchToFile(fetchedPath, stream, { onProgress: () => {}, stallTimeoutMs })
      // The task waits in the image queue under the variant's key, because several clients may wait for the variant.
      const queueKey = flightKey(key)
      await resizeImage(fetchedPath, { to: variantPath, variant, queueKey, user, abandoned })
      return await this.#cache.store(variantPath, key)
    } finally {
      await Promise.all([rm(fetchedPath, { force: true }), rm(variantPath, { force: true })])
    }
  }
}

interface MakeOptions {
  source: SourceFile
  key: ImageCacheKey
  variant: ImageVariant
  /**
   * The user whose time budget pays for the server time of the resize. Several clients may wait for the variant, and
   * this user belongs to the client that started the task.
   */
  user: BudgetedUser
  abandoned: AbortSignal
}

function cacheKeyOf({ version }: SourceFile, variant: ImageVariant): ImageCacheKey {
  return { version, name: variantName(variant) }
}

function flightKey({ version, name }: ImageCacheKey) {
  return `${version}-${name}`
}
