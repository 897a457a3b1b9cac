import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, constants, copyFile, link, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Paths relative to a root. A folder comes before its subfolders. */
interface Tree {
  folders: string[]
  files: string[]
}

/** Lists folders and plain files. Entries that disappear during the listing are left out. */
export async function listTree(root: string, isIncluded: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  await walk('')
  return tree

  async function walk(folder: string) {
    const entries = await unlessMissing(readdir(join(root, folder), { withFileTypes: true }))
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (!isIncluded(path)) continue
      if (entry.isFile()) tree.files.push(path)
      if (!entry.isDirectory()) continue
      tree.folders.push(path)
      await walk(path)
    }
  }
}

/** Makes a copy that only its owner can read. */
export async function copyPrivately(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o600)
}

/** These error codes mean that a link is impossible, for example because the file is on another disk. */
const linkFailures = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Links or copies a file. The file must not change afterwards, because a link shares its content. */
export async function linkOrCopy(from: string, to: string) {
  try {
    await link(from, to)
  } catch (error) {
    if (!isLinkFailure(error)) throw error
    await copyPrivately(from, to)
  }
}

function isLinkFailure(error: unknown) {
  return error instanceof Error && 'code' in error && linkFailures.has(String(error.code))
}

/** Returns the SHA-256 of a file. */
export async function hashFile(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Flushes a file, or the entries of a folder, to the disk, so that they survive a power failure. */
export async function syncToDisk(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Resolves to undefined if the file or folder does not exist. */
export async function unlessMissing<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
