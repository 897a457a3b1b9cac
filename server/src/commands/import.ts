// `npm run import`: the people, rows and files of a Supabase project, into an installation that has none.
import type { Config } from '../config/config.ts'
import { openDatabase } from '../postgres/database.ts'
import { bringOver as bringPeopleAndRows } from '../postgres/import/bring-over.ts'
import { openSource } from '../postgres/import/source.ts'
import { applyRelease } from '../postgres/release/apply.ts'
import { readRelease } from '../postgres/release/sql-files.ts'
import { bringFiles } from './import/bring-files.ts'
import { checkReachable } from './import/their-files.ts'
import { openFiles } from '../startup/open-files.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'

export async function bringOver(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    const choice = choiceIn(args)
    const { files: theirs } = config.import
    const source = await openSource(sourceIn(config))
    life.closeLater(source.close)
    if (theirs) await checkReachable(theirs, life.signal)
    const lost = (reason: unknown) => void life.fail(reason)
    const database = await openDatabase({ ...config, log, lost })
    life.closeLater(database.close)
    const { pool, isEmbedded } = database
    const release = await readRelease(config.productFolder)
    await applyRelease(pool, { release, settings: config.forSql, isShared: !isEmbedded, log })
    const isHere = await bringPeopleAndRows(pool, { ...choice, source, say, signal: life.signal })
    if (!isHere) return 'The trial is over.'
    if (!theirs)
      return 'Files were not asked for: set IMPORT_FILES and IMPORT_KEY, and run it again.'
    const files = await openFiles({ config, database })
    const { brought, present, left } = await bringFiles({
      source,
      theirs,
      target: pool,
      files,
      signal: life.signal,
    })
    for (const line of left.lines()) say(`Left behind: ${line}.`)
    const said = `Files brought over: ${brought}; here already: ${present}; left behind: ${left.count}.`
    if (left.count === 0) return said
    throw new StartupFailure(`${said} Another run tries these again.`)
  })
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

const known = new Set(['--dry-run', '--leave-out-refused'])

function choiceIn(args: readonly string[]) {
  if (args.every((arg) => known.has(arg))) {
    return {
      isTrial: args.includes('--dry-run'),
      leavesOutRefused: args.includes('--leave-out-refused'),
    }
  }
  throw new StartupFailure(
    'It takes --dry-run and --leave-out-refused; where from is set by IMPORT_FROM: docs/operations/moving.md says how.',
  )
}

function sourceIn(config: Config) {
  if (config.import.from !== undefined) return config.import.from
  throw new StartupFailure(
    'Set IMPORT_FROM to the address of the other database: docs/operations/moving.md says where it stands.',
  )
}
