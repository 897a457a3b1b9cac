// A restore that was killed leaves a folder with half of everything. A start there would make a new, empty database.
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from '../../file-system.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'

const markIn = (dataFolder: string) => join(dataFolder, 'restore-unfinished')

export async function markUnfinished(dataFolder: string) {
  await writeFile(markIn(dataFolder), '', { mode: 0o600, flag: 'wx' })
  await syncToDisk(dataFolder)
}

export async function markFinished(dataFolder: string) {
  await syncToDisk(dataFolder)
  await rm(markIn(dataFolder))
  await syncToDisk(dataFolder)
}

export function refuseUnfinished(dataFolder: string) {
  if (!existsSync(markIn(dataFolder))) return
  throw new StartupFailure(
    `A restore into ${dataFolder} is running, or was cut off. ` +
      'If none is running, delete what is in that folder and restore again.',
  )
}
