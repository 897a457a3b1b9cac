// What the file dialect needs of this installation.
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../postgres/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { Turns } from '../http/turns.ts'
import { SignedLinks } from '../storage/objects/signed-links.ts'
import type { StorageDependencies } from '../storage/storage-dependencies.ts'
import type { ImageCache } from '../storage/images/image-cache.ts'
import { ImageVariants } from '../storage/images/image-variants.ts'

interface Parts {
  config: Pick<Config, 'pictureSizes'>
  database: Database
  files: FileStore
  pictureCache: ImageCache
  auth: AuthDependencies
}

/** Of one person; who sends more at once waits, and that as long as an upload takes. */
const uploadTurns = { atOnce: 4, mostWaiting: 50, patience: 5 * 60_000 }

/** To one person or address; slow readers are given up by then. */
const downloadTurns = { atOnce: 16, mostWaiting: 100, patience: 60_000 }

/** Without what only the running server has. */
export type OpenStorage = Omit<StorageDependencies, 'admission' | 'databaseQueue' | 'roles'>

export function openStorage({ config, database, files, pictureCache, auth }: Parts): OpenStorage {
  return {
    requests: database.requests,
    identities: auth.identities,
    files,
    links: new SignedLinks(auth.keys),
    uploadQueue: new Turns(uploadTurns),
    downloadQueue: new Turns(downloadTurns),
    imageVariants: new ImageVariants(files, pictureCache),
    imageSizes: config.pictureSizes,
  }
}
