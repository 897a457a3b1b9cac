// `npm run rotate-keys` replaces the signing key, for example because the old key may have leaked.
import { rotateInDatabase, rotateInFile } from '../keys/rotate.ts'
import { openForCommand } from '../postgres/open-for-command.ts'
import { runCommand } from './command.ts'

export async function rotateKeys() {
  await runCommand(async ({ config, log, lifecycle }) => {
    const keys = await rotate()
    return `The key ${keys[0].kid} signs from each server's next start; ${keys.length} keys are accepted.`

    async function rotate() {
      if (!config.databaseUrls) return rotateInFile(config.dataFolder)
      const onLost = (reason: unknown) => void lifecycle.fail(reason)
      const { pool, close } = await openForCommand({ ...config, log, onLost })
      lifecycle.onClose(close)
      return rotateInDatabase(pool)
    }
  })
}
