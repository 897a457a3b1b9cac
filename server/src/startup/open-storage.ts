// Builds the dependencies of the storage API from the configuration.
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import type { Config } from '../config/config.ts'
import type { FileStore } from '../files/file-store.ts'
import { PartialUploads } from '../files/partial-uploads.ts'
import { FairQueue } from '../http/fair-queue.ts'
import type { Database } from '../postgres/database.ts'
import type { ImageCache } from '../storage/images/image-cache.ts'
import { ImageVariants } from '../storage/images/image-variants.ts'
import { SignedLinks } from '../storage/objects/signed-links.ts'
import type { StorageDependencies } from '../storage/storage-dependencies.ts'

interface StorageOptions {
  config: Pick<Config, 'dataFolder' | 'pictureSizes'>
  database: Database
  files: FileStore
  imageCache: ImageCache
  auth: AuthDependencies
}

/** These limits apply to each user. An upload can take minutes. */
const uploadQueueOptions = { maxRunning: 4, maxWaiting: 50, timeoutMs: 5 * 60_000 }

/** These limits apply to each user or network address. */
const downloadQueueOptions = { maxRunning: 16, maxWaiting: 100, timeoutMs: 60_000 }

/** The dependencies that exist before the app is built. */
export type OpenStorage = Omit<
  StorageDependencies,
  'rateLimiter' | 'databaseQueue' | 'imageBudget' | 'roles'
>

export function openStorage({
  config,
  database,
  files,
  imageCache,
  auth,
}: StorageOptions): OpenStorage {
  return {
    requests: database.requests,
    identities: auth.identities,
    files,
    partialUploads: new PartialUploads(config.dataFolder),
    links: new SignedLinks(auth.keys),
    uploadQueue: new FairQueue(uploadQueueOptions),
    downloadQueue: new FairQueue(downloadQueueOptions),
    imageVariants: new ImageVariants(files, imageCache),
    imageSizes: config.pictureSizes,
  }
}
