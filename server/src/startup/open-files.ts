// Where this installation keeps its files, and that it is the place where they were kept before.
import { checkBucket, checkNoBucket } from './bucket-ownership.ts'
import { checkFilesFolder } from './shared-folder.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../postgres/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFolderStore } from '../files/folder-store.ts'

interface Parts {
  config: Pick<Config, 's3' | 'dataFolder'>
  database: Pick<Database, 'pool' | 'isEmbedded'>
}

export async function openFiles({ config, database }: Parts): Promise<FileStore> {
  const { s3, dataFolder } = config
  const { pool, isEmbedded } = database
  if (s3) {
    // Loaded where it is wanted: it is larger than all the rest of the server.
    const { openS3Store } = await import('../files/s3-store.ts')
    const files = await openS3Store(s3, dataFolder)
    await checkBucket(pool, files, s3.name)
    return files
  }
  await checkNoBucket(pool)
  if (!isEmbedded) await checkFilesFolder(pool, dataFolder)
  return openFolderStore(dataFolder)
}
