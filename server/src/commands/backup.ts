// `npm run backup`, `npm run backup -- folder`: all there is, while the server runs or while it does not.
import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { takeBackup } from './backup/take-backup.ts'
import { openBeside } from '../postgres/beside.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'
import { refuseOutside } from './outside.ts'

export async function backup(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    refuseOutside(config)
    const { dataFolder } = config
    const target = targetIn(args, dataFolder)
    checkIsThere(dataFolder)
    const lost = (reason: unknown) => void life.fail(reason)
    const { pool, close } = await openBeside({ ...config, log, lost })
    life.closeLater(close)
    const bucket = config.s3?.name
    const files = await takeBackup({ pool, dataFolder, target, bucket, signal: life.signal })
    const said = `The backup is ${target}: ${files} files.`
    return bucket === undefined ? said : `${said} ${elsewhere(bucket)}`
  })
}

function elsewhere(bucket: string) {
  return `What people uploaded is in the bucket ${bucket}, and not in it: docs/operations/backups.md says how to keep that.`
}

function targetIn([given, ...more]: readonly string[], dataFolder: string) {
  if (more.length > 0) {
    throw new StartupFailure('Name one folder, or none: npm run backup -- /backups/monday')
  }
  const target = resolve(given ?? join(dataFolder, '..', 'backups', now()))
  if (existsSync(target)) {
    throw new StartupFailure(`${target} is there already. Name a folder that is not.`)
  }
  if (`${target}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new StartupFailure(`${target} lies in the data folder. Name a folder outside of it.`)
  }
  return target
}

/** As a name that sorts by time, in every file system. */
function now() {
  return new Date()
    .toISOString()
    .replace(/\.\d+Z$/u, 'Z')
    .replaceAll(':', '-')
}

/** Else a database would be made, only to be copied. */
function checkIsThere(dataFolder: string) {
  if (existsSync(join(dataFolder, 'postgres'))) return
  throw new StartupFailure(`There is nothing to back up in ${dataFolder}. Is DATA_DIR right?`)
}
