// Lists the triggers of each folder of supabase/code in firing order, for the folder's `triggers.md`.
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { triggersInFiringOrder } from '../../src/postgres/schema-snapshot.ts'

const triggerRow = z.object({
  table: z.string(),
  fires: z.string(),
  name: z.string(),
  routine: z.string(),
})
type Trigger = z.infer<typeof triggerRow>

interface SqlText {
  path: string
  text: string
}

/** Returns the lists by path. A table belongs to the folder with its policies, or else with its triggers. */
export async function describeTriggers(client: pg.ClientBase): Promise<Record<string, string>> {
  const files = await readSql('supabase/code/**/*.sql')
  const platformFiles = await readSql('server/src/platform/*.sql')
  await client.query("set search_path = ''")
  const { rows } = await client.query(triggersInFiringOrder)
  await client.query('set search_path to default')
  const byTable = Map.groupBy(z.array(triggerRow).parse(rows), ({ table }) => table)
  const chapters = [...byTable].flatMap(([table, triggers]) => {
    const folder = folderOf(table, files)
    return folder
      ? [{ folder, text: chapterOf(table, triggers, [...files, ...platformFiles]) }]
      : []
  })
  const byFolder = Map.groupBy(chapters, ({ folder }) => folder)
  return Object.fromEntries(
    [...byFolder].map(([folder, folderChapters]) => [
      `${folder}/triggers.md`,
      [headingOf(folder), ...folderChapters.map(({ text }) => text)].join('\n\n') + '\n',
    ]),
  )
}

async function readSql(pattern: string): Promise<SqlText[]> {
  const paths = await Array.fromAsync(glob(pattern))
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  )
}

function folderOf(table: string, files: SqlText[]) {
  const target = `on ${table.replaceAll('.', '\\.')}\\b`
  const withPolicy = new RegExp(`create policy \\w+ ${target}`)
  const withTrigger = new RegExp(`create (?:constraint )?trigger [^;]*? ${target}`)
  const file =
    files.find(({ text }) => withPolicy.test(text)) ??
    files.find(({ text }) => withTrigger.test(text))
  return file && dirname(file.path)
}

function headingOf(folder: string) {
  return [
    `# Triggers of ${basename(folder)}`,
    'Triggers fire in this order. `npm run contract` writes this list.',
  ].join('\n\n')
}

function chapterOf(table: string, triggers: Trigger[], files: SqlText[]) {
  const lines = triggers.map(({ fires, name, routine }, index) => {
    const definition = new RegExp(
      `create (?:or replace )?function ${routine.replaceAll('.', '\\.')}\\(`,
    )
    const file = files.find(({ text }) => definition.test(text))
    const location = file ? ` in \`${file.path.replace('supabase/code/', '')}\`` : ''
    return `${index + 1}. ${fires}: \`${name}\` runs \`${routine}\`${location}`
  })
  return `## ${table}\n\n${lines.join('\n')}`
}
