// `npm start` installs, builds and starts Mendwell. It skips the steps that are already done.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { refuseSecondServer } from './lib/second-server.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  await refuseSecondServer()
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { useCompiledServer } = await import('./lib/compiled.mjs')
  await buildWebPage()
  await useCompiledServer()
  const { main } = await import('../server/src/main.ts')
  await main()
})
