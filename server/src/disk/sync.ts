import { open } from 'node:fs/promises'

/** When it resolves, the file's bytes, or the names in the folder, survive a loss of power. */
export async function sync(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
