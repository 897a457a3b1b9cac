import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from './unless-missing.ts'

/** Paths below a folder; a folder comes before what is in it. */
export interface Tree {
  folders: string[]
  files: string[]
}

/** What is neither a folder nor a plain file is left out, and so is what goes while we look. */
export async function treeOf(root: string, isWanted: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  await walk('')
  return tree

  async function walk(folder: string) {
    const entries = await unlessMissing(readdir(join(root, folder), { withFileTypes: true }))
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (!isWanted(path)) continue
      if (entry.isFile()) tree.files.push(path)
      if (!entry.isDirectory()) continue
      tree.folders.push(path)
      await walk(path)
    }
  }
}
