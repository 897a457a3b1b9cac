// `npm run emit-migration -- file` writes the SQL of Mendwell as one migration for a hosted
// Supabase project.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { emitMigration } = await import('../server/src/commands/emit-migration.ts')
  await emitMigration(process.argv.slice(2))
})
