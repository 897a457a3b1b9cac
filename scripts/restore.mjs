// `npm run restore -- backup` creates a data folder from a backup.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { restore } = await import('../server/src/commands/restore.ts')
  await restore(process.argv.slice(2))
})
