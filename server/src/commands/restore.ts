// `npm run restore -- backup` restores a backup into an empty data folder.
import { resolve } from 'node:path'
import { StartupFailure } from '../startup/startup-failure.ts'
import { restoreBackup } from './restore-backup.ts'
import { requireEmbeddedDatabase, runCommand } from './command.ts'

export async function restore(args: readonly string[]) {
  await runCommand(async ({ config, log, lifecycle }) => {
    requireEmbeddedDatabase(config)
    const { backup, dataFolder } = parseFolders(args, config.dataFolder)
    const { embeddedBin } = config
    const { signal } = lifecycle
    const restored = await restoreBackup({ backup, dataFolder, embeddedBin, log, signal })
    const { asOf, tables, rows, bucket } = restored
    const message = `${dataFolder} is as it was at ${asOf}: ${tables} tables with ${rows} rows.`
    if (bucket === undefined) return `${message} Start the server.`
    return `${message} Its files are in the bucket ${bucket}: docs/operations/backups.md says what to do before the start.`
  })
}

function parseFolders([backup, target, ...more]: readonly string[], defaultTarget: string) {
  if (backup === undefined || more.length > 0) {
    throw new StartupFailure(
      'Name the backup, and where it goes if not to DATA_DIR: npm run restore -- /backups/monday',
    )
  }
  return {
    backup: resolve(backup),
    dataFolder: target === undefined ? defaultTarget : resolve(target),
  }
}
