// `npm run check` runs the static checks and the quick tests. `npm run check -- FILE` runs one test file.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { quickServerTests } = await import('./lib/server-tests.mjs')
  const { scriptTests } = await import('./lib/script-tests.mjs')
  const { staticChecks } = await import('./lib/static-checks.mjs')
  const { webTests } = await import('./lib/web-tests.mjs')
  const files = process.argv.slice(2)
  await buildWebPage()
  if (files.length > 0) {
    const isInWeb = (/** @type {string} */ file) => file.startsWith('web/')
    if (files.some(isInWeb)) await webTests(files.filter(isInWeb))
    if (!files.every(isInWeb)) await quickServerTests(files.filter((file) => !isInWeb(file)))
    return
  }
  await staticChecks()
  await scriptTests()
  await webTests()
  await quickServerTests()
})
