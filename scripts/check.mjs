// `npm run check` runs the static checks and the quick tests. `npm run check -- FILE…` runs only these test files, which
// may be of any kind. Options before the files go to the test runner.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { runTestFiles } = await import('./lib/test-files.mjs')
  const { quickServerTests } = await import('./lib/server-tests.mjs')
  const { scriptTests } = await import('./lib/script-tests.mjs')
  const { staticChecks } = await import('./lib/static-checks.mjs')
  const { webTests } = await import('./lib/web-tests.mjs')
  const files = process.argv.slice(2)
  await buildWebPage()
  if (files.length > 0) return runTestFiles(files)
  await staticChecks()
  await scriptTests()
  await webTests()
  await quickServerTests()
})
