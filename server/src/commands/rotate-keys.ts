// `npm run rotate-keys`: for when a key may be known to others, or is old enough.
import { openBeside } from '../postgres/beside.ts'
import { rotateInDatabase, rotateInFile } from '../keys/rotate.ts'
import { runCommand } from './command.ts'

export async function rotateKeys() {
  await runCommand(async ({ config, log, life }) => {
    const keys = await rotate()
    return `The key ${keys[0].kid} signs from each server's next start; ${keys.length} keys are accepted.`

    async function rotate() {
      if (!config.databaseUrls) return rotateInFile(config.dataFolder)
      const lost = (reason: unknown) => void life.fail(reason)
      const { pool, close } = await openBeside({ ...config, log, lost })
      life.closeLater(close)
      return rotateInDatabase(pool)
    }
  })
}
