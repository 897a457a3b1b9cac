// `npm run backup` and `npm run backup -- folder` copy the data folder. The server may keep running.
import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { openForCommand } from '../postgres/open-for-command.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { takeBackup } from './take-backup.ts'
import { requireEmbeddedDatabase, runCommand } from './command.ts'

export async function backup(args: readonly string[]) {
  await runCommand(async ({ config, log, lifecycle }) => {
    requireEmbeddedDatabase(config)
    const { dataFolder } = config
    const target = parseTarget(args, dataFolder)
    checkHasDatabase(dataFolder)
    const onLost = (reason: unknown) => void lifecycle.fail(reason)
    const { pool, close } = await openForCommand({ ...config, log, onLost })
    lifecycle.onClose(close)
    const bucket = config.s3?.name
    const files = await takeBackup({ pool, dataFolder, target, bucket, signal: lifecycle.signal })
    const message = `The backup is ${target}: ${files} files.`
    return bucket === undefined ? message : `${message} ${bucketHint(bucket)}`
  })
}

function bucketHint(bucket: string) {
  return `Uploaded files are in the bucket ${bucket}, and not in the backup: docs/operations/backups.md says how to keep that.`
}

function parseTarget([folder, ...more]: readonly string[], dataFolder: string) {
  if (more.length > 0) {
    throw new StartupFailure('Name one folder, or none: npm run backup -- /backups/monday')
  }
  const target = resolve(folder ?? join(dataFolder, '..', 'backups', timestampName()))
  if (existsSync(target)) {
    throw new StartupFailure(`${target} is there already. Name a folder that is not.`)
  }
  if (`${target}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new StartupFailure(`${target} lies in the data folder. Name a folder outside of it.`)
  }
  return target
}

/** Returns the current time as a file name that sorts by time and is valid in every file system. */
function timestampName() {
  return new Date()
    .toISOString()
    .replace(/\.\d+Z$/u, 'Z')
    .replaceAll(':', '-')
}

/** Refuses a data folder without a database, because opening that folder would create an empty database. */
function checkHasDatabase(dataFolder: string) {
  if (existsSync(join(dataFolder, 'postgres'))) return
  throw new StartupFailure(`There is nothing to back up in ${dataFolder}. Is DATA_DIR right?`)
}
