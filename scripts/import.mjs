// `npm run import` copies users, rows and files of a Supabase project into an empty installation.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { importProject } = await import('../server/src/commands/import.ts')
  await importProject(process.argv.slice(2))
})
