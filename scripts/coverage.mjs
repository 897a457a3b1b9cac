// `node scripts/coverage.mjs` writes docs/coverage.md from the tags in the tests.
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await underNode24()
  const { writeCoverage } = await import('./lib/coverage.mjs')
  if ((await writeCoverage()) > 0) throw new StopLine('The page was not written.')
})
