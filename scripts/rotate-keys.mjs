// `npm run rotate-keys` adds a new signing key. Each server uses it after its next start.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const { rotateKeys } = await import('../server/src/commands/rotate-keys.ts')
  await rotateKeys()
})
