import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import type { PartialUploads } from '../files/partial-uploads.ts'
import type { RateLimiter } from '../http/rate-limits.ts'
import type { Identities } from '../http/identity.ts'
import type { DatabaseQueue } from '../http/database-queue.ts'
import type { FairQueue } from '../http/fair-queue.ts'
import type { TimeBudget } from '../http/time-budget.ts'
import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { ImageVariants } from './images/image-variants.ts'
import type { SignedLinks } from './objects/signed-links.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation, which only storage routes have. */
    storageOperation?: string
  }
}

export interface StorageDependencies {
  requests: RequestPool
  identities: Identities
  rateLimiter: RateLimiter
  /** Returns the database roles that a token may name. */
  roles: () => ReadonlySet<string>
  files: FileStore
  partialUploads: PartialUploads
  links: SignedLinks
  /** These three queues limit the queries, uploads and downloads that run at the same time for one user or network. */
  databaseQueue: DatabaseQueue
  uploadQueue: FairQueue
  downloadQueue: FairQueue
  imageVariants: ImageVariants
  /** Limits the time that the server spends on resizing images for one user or network. */
  imageBudget: TimeBudget
  /** The allowed widths and heights of image variants, in pixels. */
  imageSizes: readonly number[]
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The operation's name in Supabase Storage, which policies compare with storage.operation(). */
  operation: string
  /** The operation of HEAD, if it has another name. */
  headOperation?: string | undefined
  /** True if the handler reads the body's bytes instead of parsed JSON. */
  readsBody?: true
  /** True if the handler sends a file instead of a JSON result. */
  sendsFile?: true
  /** True if the handler may take a long time without receiving or sending a file. */
  takesLong?: true
  handler: (
    storage: StorageDependencies,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>
}
