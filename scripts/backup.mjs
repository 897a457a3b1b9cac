// `npm run backup` copies the database, files and secrets into a folder. The server may be running or stopped.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { backup } = await import('../server/src/commands/backup.ts')
  await backup(process.argv.slice(2))
})
