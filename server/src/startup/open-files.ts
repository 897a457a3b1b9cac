// Opens the file store, and checks that this database has always used the same file store.
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFolderStore } from '../files/folder-store.ts'
import type { Database, Pool } from '../postgres/database.ts'
import { checkBucket, checkNoBucket } from './bucket-ownership.ts'
import { StartupFailure } from './startup-failure.ts'

interface FilesOptions {
  config: Pick<Config, 's3' | 'dataFolder'>
  database: Pick<Database, 'pool' | 'isEmbedded'>
}

export async function openFiles({ config, database }: FilesOptions): Promise<FileStore> {
  const { s3, dataFolder } = config
  const { pool, isEmbedded } = database
  if (s3) {
    // The module s3-store is loaded on demand, because it imports the AWS SDK, which is large.
    const { openS3Store } = await import('../files/s3-store.ts')
    const files = await openS3Store(s3, dataFolder)
    await checkBucket(pool, files, s3.name)
    return files
  }
  await checkNoBucket(pool)
  if (!isEmbedded) await checkFilesFolder(pool, dataFolder)
  return openFolderStore(dataFolder)
}

/** Checks the id of the folder, because servers that share a database must also share its files folder. */
export async function checkFilesFolder(pool: Pool, dataFolder: string) {
  const folder = join(dataFolder, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const id = await readFolderId(folder)
  await pool.query(
    `insert into private.settings (name, value) values ('files_folder', $1) on conflict do nothing`,
    [id],
  )
  const { rows } = await pool.query<{ value: string }>(
    `select value from private.settings where name = 'files_folder'`,
  )
  if (rows[0]?.value === id) return
  throw new StartupFailure(
    `The other servers of this database do not use the folder ${folder}. ` +
      'Set DATA_DIR to the folder that they use.',
  )
}

async function readFolderId(folder: string) {
  const file = join(folder, '.folder-id')
  const id = randomUUID()
  const temporary = `${file}-${id}`
  await writeFile(temporary, id, { flush: true })
  // `link` creates the complete file at once, or fails if another server was first.
  await link(temporary, file).catch(ignoreExisting)
  await rm(temporary)
  return readFile(file, 'utf8')
}

function ignoreExisting(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
