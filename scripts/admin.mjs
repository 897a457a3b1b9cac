// `npm run admin -- someone@example.com`: makes somebody an admin, while the server runs or while it does not. What
// else it does for whoever runs an installation stands in server/src/commands/admin.ts.
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
