// `npm run import` imports the users, rows and files of a Supabase project into an empty installation.
import type { Config } from '../config/config.ts'
import { openDatabase } from '../postgres/database.ts'
import { importRows } from '../postgres/import/import-rows.ts'
import { openSource } from '../postgres/import/import-source.ts'
import { applyRelease } from '../postgres/release/apply-release.ts'
import { readRelease } from '../postgres/release/release.ts'
import { openFiles } from '../startup/open-files.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'
import { importFiles } from './import-files.ts'
import { checkReachable } from './source-storage.ts'

export async function importProject(args: readonly string[]) {
  await runCommand(async ({ config, log, lifecycle }) => {
    const options = parseOptions(args)
    const { files: sourceStorage } = config.import
    const source = await openSource(requireSource(config))
    lifecycle.onClose(source.close)
    if (sourceStorage) await checkReachable(sourceStorage, lifecycle.signal)
    const onLost = (reason: unknown) => void lifecycle.fail(reason)
    const database = await openDatabase({ ...config, log, onLost })
    lifecycle.onClose(database.close)
    const { pool, isEmbedded } = database
    const release = await readRelease(config.productFolder)
    await applyRelease(pool, { release, settings: config.forSql, isShared: !isEmbedded, log })
    const isImported = await importRows(pool, {
      ...options,
      source,
      print,
      signal: lifecycle.signal,
    })
    if (!isImported) return 'The dry run is over.'
    if (!sourceStorage)
      return 'Files were not imported: set IMPORT_FILES and IMPORT_KEY, and run it again.'
    const files = await openFiles({ config, database })
    const { importedCount, presentCount, skipped } = await importFiles({
      source,
      sourceStorage,
      target: pool,
      files,
      signal: lifecycle.signal,
    })
    for (const line of skipped.lines()) print(`Skipped: ${line}.`)
    const message = `Files imported: ${importedCount}; already here: ${presentCount}; skipped: ${skipped.count}.`
    if (skipped.count === 0) return message
    throw new StartupFailure(`${message} Another run tries these again.`)
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

const knownOptions = new Set(['--dry-run', '--leave-out-refused'])

function parseOptions(args: readonly string[]) {
  if (args.every((arg) => knownOptions.has(arg))) {
    return {
      isDryRun: args.includes('--dry-run'),
      skipsRejected: args.includes('--leave-out-refused'),
    }
  }
  throw new StartupFailure(
    'The options are --dry-run and --leave-out-refused. IMPORT_FROM sets the source. docs/operations/moving.md explains how.',
  )
}

function requireSource(config: Config) {
  if (config.import.from !== undefined) return config.import.from
  throw new StartupFailure(
    'Set IMPORT_FROM to the address of the other database. docs/operations/moving.md explains where to find it.',
  )
}
