// `npm run restore -- backup`: a data folder as it was, where none is.
import { resolve } from 'node:path'
import { restoreBackup } from './backup/restore-backup.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'
import { refuseOutside } from './outside.ts'

export async function restore(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    refuseOutside(config)
    const { backup, dataFolder } = foldersIn(args, config.dataFolder)
    const restored = await restoreBackup({ backup, dataFolder, log, signal: life.signal })
    const { asOf, tables, rows, bucket } = restored
    const said = `${dataFolder} is as it was at ${asOf}: ${tables} tables with ${rows} rows.`
    if (bucket === undefined) return `${said} Start the server.`
    return `${said} Its files are in the bucket ${bucket}: docs/operations/backups.md says what to do before the start.`
  })
}

function foldersIn([backup, given, ...more]: readonly string[], usual: string) {
  if (backup === undefined || more.length > 0) {
    throw new StartupFailure(
      'Name the backup, and where it goes if not to DATA_DIR: npm run restore -- /backups/monday',
    )
  }
  return { backup: resolve(backup), dataFolder: given === undefined ? usual : resolve(given) }
}
