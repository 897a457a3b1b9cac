// `npm run emit-migration -- file` writes the application's SQL as a migration for `supabase db push`.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '../postgres/database.ts'
import { emitMigration as emit } from '../postgres/release/emit-migration.ts'
import { readRelease } from '../postgres/release/release.ts'
import { transactAndDisconnect } from '../postgres/transaction.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'

export async function emitMigration(args: readonly string[]) {
  await runCommand(async ({ config, log, lifecycle }) => {
    const target = parseFile(args)
    const release = await readRelease(config.productFolder)
    // The SQL runs on a temporary database, to find out in which order the objects can be created.
    const dataFolder = await mkdtemp(join(tmpdir(), 'mendwell-emit-'))
    lifecycle.onClose(() => rm(dataFolder, { recursive: true, force: true }))
    // PostgreSQL may run as another user, who needs access to folders inside this one.
    await chmod(dataFolder, 0o711)
    const onLost = (reason: unknown) => void lifecycle.fail(reason)
    const options = { dataFolder: join(dataFolder, 'data'), databaseUrls: undefined }
    const { pool, close } = await openDatabase({ ...config, ...options, log, onLost })
    lifecycle.onClose(close)
    const text = await transactAndDisconnect(pool, (client) => emit(client, release))
    await writeFile(target, text, { flag: 'wx' })
    return `${target} is written: ${text.split('\n').length} lines.`
  })
}

function parseFile([file, ...more]: readonly string[]) {
  if (file !== undefined && more.length === 0) return resolve(file)
  throw new StartupFailure(
    'Name the file: npm run emit-migration -- supabase/migrations/20260101000000_mendwell.sql',
  )
}
