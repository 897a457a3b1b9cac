// All kept files under a second name, in another folder of the same form. What is on its way stays behind.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inLanes } from '../disk/in-lanes.ts'
import { linkOrCopy } from '../disk/private-copy.ts'
import { treeOf } from '../disk/tree.ts'
import { unlessMissing } from '../disk/unless-missing.ts'

const inFolder = 'files'

export async function copyFolderStore(dataFolder: string, to: string, signal: AbortSignal) {
  const [source, copy] = [join(dataFolder, inFolder), join(to, inFolder)]
  const { folders, files } = await treeOf(source, (path) => /^[0-9a-f]{2}(?:\/[^.]+)?$/u.test(path))
  await mkdir(copy, { mode: 0o700 })
  for (const folder of folders) await mkdir(join(copy, folder), { mode: 0o700 })
  // What goes after it was seen, as after an upload that was refused at its end, no copied row names.
  await inLanes(files, signal, async (file) => {
    await unlessMissing(linkOrCopy(join(source, file), join(copy, file)))
  })
}
