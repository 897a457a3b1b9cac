// `npm test`: every check and test there is, from a fresh clone. `npm test -- PART…` runs these of its parts.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { testParts } = await import('./lib/test-parts.mjs')
  const named = process.argv.slice(2)
  if (named.length === 0) return everything([...testParts.keys()])
  for (const name of named) {
    const part = testParts.get(name)
    if (!part)
      throw new StopLine(`There is no part ${name}, only ${[...testParts.keys()].join(', ')}.`)
    await part()
  }
})

/** @param {string[]} names */
async function everything(names) {
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { findTestBrowser } = await import('./lib/chromium.mjs')
  const { staticChecks } = await import('./lib/static-checks.mjs')
  const { twoAtATime } = await import('./lib/two-at-a-time.mjs')
  const { webTests } = await import('./lib/web-tests.mjs')
  // First: whether there is one is known now, and not after everything else.
  await findTestBrowser()
  await buildWebPage()
  await staticChecks()
  await webTests()
  await twoAtATime(new Map(names.map((name) => [name, ['scripts/test.mjs', name]])))
}
