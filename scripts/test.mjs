// `npm test`: every check and test there is, from a fresh clone.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { browserTests, conformanceTests, startTests } = await import('./lib/black-box-tests.mjs')
  const { findTestBrowser } = await import('./lib/chromium.mjs')
  const { serverTests, serverTestsOnOldest } = await import('./lib/server-tests.mjs')
  const { staticChecks } = await import('./lib/static-checks.mjs')
  const { webTests } = await import('./lib/web-tests.mjs')
  // First: whether there is one is known now, and not after everything else.
  const chromium = await findTestBrowser()
  await buildWebPage()
  await staticChecks()
  await webTests()
  await serverTests()
  await serverTestsOnOldest()
  await conformanceTests()
  await startTests()
  await browserTests(chromium)
})
