// Servers that share a database must share its files too: a folder is known by the id it carries.
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '../postgres/database.ts'
import { StartupFailure } from './startup-failure.ts'

export async function checkFilesFolder(pool: Pool, dataFolder: string) {
  const folder = join(dataFolder, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const id = await idOf(folder)
  await pool.query(
    `insert into private.settings (name, value) values ('files_folder', $1) on conflict do nothing`,
    [id],
  )
  const { rows } = await pool.query<{ value: string }>(
    `select value from private.settings where name = 'files_folder'`,
  )
  if (rows[0]?.value === id) return
  throw new StartupFailure(
    `The servers of this database keep its files in another folder than ${folder}. ` +
      'Let DATA_DIR lead to that folder here too.',
  )
}

async function idOf(folder: string) {
  const file = join(folder, '.folder-id')
  const id = randomUUID()
  const mine = `${file}-${id}`
  await writeFile(mine, id, { flush: true })
  // Linked into place it is never seen half-written; of two servers that begin together one wins.
  await link(mine, file).catch(unlessThere)
  await rm(mine)
  return readFile(file, 'utf8')
}

function unlessThere(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
