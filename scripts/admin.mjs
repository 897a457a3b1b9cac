// `npm run admin -- someone@example.com` makes a user an admin. The server may be running or stopped.
// server/src/commands/admin.ts lists the other actions of the command.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { admin } = await import('../server/src/commands/admin.ts')
  await admin(process.argv.slice(2))
})
