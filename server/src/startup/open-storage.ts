// What the file dialect needs of this installation.
import type { Auth } from '../auth/parts.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../postgres/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { Turns } from '../http/turns.ts'
import { Links } from '../storage/links/links.ts'
import type { Storage } from '../storage/parts.ts'
import type { PictureCache } from '../storage/pictures/cache.ts'
import { Pictures } from '../storage/pictures/pictures.ts'

interface Parts {
  config: Pick<Config, 'pictureSizes'>
  database: Database
  files: FileStore
  pictureCache: PictureCache
  auth: Auth
}

/** Of one person; who sends more at once waits, and that as long as an upload takes. */
const uploadTurns = { atOnce: 4, mostWaiting: 50, patience: 5 * 60_000 }

/** To one person or address; slow readers are given up by then. */
const downloadTurns = { atOnce: 16, mostWaiting: 100, patience: 60_000 }

/** Without what only the running server has. */
export type OpenStorage = Omit<Storage, 'admission' | 'turns' | 'roles'>

export function openStorage({ config, database, files, pictureCache, auth }: Parts): OpenStorage {
  return {
    requests: database.requests,
    identities: auth.identities,
    files,
    links: new Links(auth.keys),
    uploads: new Turns(uploadTurns),
    downloads: new Turns(downloadTurns),
    pictures: new Pictures(files, pictureCache),
    pictureSizes: config.pictureSizes,
  }
}
