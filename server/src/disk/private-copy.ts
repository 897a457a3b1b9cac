// Copies that nobody but their owner may read. Where the file system can, they share the bytes until one changes.
import { constants, chmod, copyFile, link } from 'node:fs/promises'

export async function copyPrivately(from: string, to: string) {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o600)
}

/** Another disk, another owner, too many links already, or a file system without them. */
const noLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** For a file that never changes: a second name costs no room. */
export async function linkOrCopy(from: string, to: string) {
  try {
    await link(from, to)
  } catch (error) {
    if (!isWithoutLinks(error)) throw error
    await copyPrivately(from, to)
  }
}

function isWithoutLinks(error: unknown) {
  return error instanceof Error && 'code' in error && noLinks.has(String(error.code))
}
