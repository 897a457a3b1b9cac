// `npm run emit-migration -- file`: the product's SQL, as `supabase db push` takes it.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '../postgres/database.ts'
import { emitMigration as emit } from '../postgres/release/emit.ts'
import { readRelease } from '../postgres/release/sql-files.ts'
import { inOneTransaction } from '../postgres/transaction.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'

export async function emitMigration(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    const target = fileIn(args)
    const release = await readRelease(config.productFolder)
    // In which order the code can be created, a database says best: one that is gone afterwards.
    const dataFolder = await mkdtemp(join(tmpdir(), 'mendwell-emit-'))
    life.closeLater(() => rm(dataFolder, { recursive: true, force: true }))
    // The user that PostgreSQL runs as has to get through.
    await chmod(dataFolder, 0o711)
    const lost = (reason: unknown) => void life.fail(reason)
    const place = { dataFolder: join(dataFolder, 'data'), databaseUrls: undefined }
    const { pool, close } = await openDatabase({ ...config, ...place, log, lost })
    life.closeLater(close)
    const text = await inOneTransaction(pool, (client) => emit(client, release))
    await writeFile(target, text, { flag: 'wx' })
    return `${target} is written: ${text.split('\n').length} lines.`
  })
}

function fileIn([given, ...more]: readonly string[]) {
  if (given !== undefined && more.length === 0) return resolve(given)
  throw new StartupFailure(
    'Name the file: npm run emit-migration -- supabase/migrations/20260101000000_mendwell.sql',
  )
}
