// Reads the SQL of a release: the platform, and the application's migrations, code and seed.
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../../manifest.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'

export interface SqlFile {
  /** The path relative to the working folder, for messages. */
  path: string
  name: string
  text: string
}

export interface Release {
  version: string
  platform: SqlFile[]
  /** Undefined if the server runs without an application. */
  product: Product | undefined
}

interface Product {
  migrations: SqlFile[]
  code: SqlFile[]
  codeHash: string
  seed: SqlFile[]
  /** The logins of the demo, as text for users. */
  logins: string
}

const platformFolder = fileURLToPath(new URL('../../platform', import.meta.url))

export async function readRelease(productFolder: string | undefined): Promise<Release> {
  const platform = await readSql(platformFolder)
  if (!productFolder) return { version, platform, product: undefined }
  const migrations = await readSql(join(productFolder, 'migrations'))
  const code = await readSql(join(productFolder, 'code'))
  if (migrations.length === 0) {
    throw new StartupFailure(`There are no migrations in ${productFolder}. Is PRODUCT right?`)
  }
  // The hash includes the version, so a release that returns to older code on purpose still has a new hash.
  const texts = [...platform, ...code].flatMap((file) => [file.name, file.text])
  const codeHash = hashOf([version, ...texts])
  const seed = await readSql(join(productFolder, 'seed'))
  const logins = await readFile(join(productFolder, 'seed/logins.txt'), 'utf8').catch(() => '')
  return { version, platform, product: { migrations, code, codeHash, seed, logins } }
}

export function hashOf(parts: string[]) {
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

async function readSql(folder: string): Promise<SqlFile[]> {
  const names = await Array.fromAsync(glob('**/*.sql', { cwd: folder }))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(folder, name)
      return { path: relative('', path), name, text: await readFile(path, 'utf8') }
    }),
  )
}
