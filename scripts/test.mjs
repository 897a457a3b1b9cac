// `npm test` runs the gate, which tests everything that a change is likely to break. `npm run test:all` adds the full
// tier. These two commands work in a fresh clone. `npm test -- PART…` runs only the named parts.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { gate, full, runPart } = await import('./lib/test-parts.mjs')
  const partNames = process.argv.slice(2).filter((argument) => argument !== '--all')
  const tier = process.argv.includes('--all') ? full : gate
  const unknownName = partNames.find((name) => !full.includes(name))
  if (unknownName)
    throw new StopLine(`No part is named ${unknownName}. The parts are ${full.join(', ')}.`)
  if (partNames.length === 0) return wholeTier(tier)
  for (const name of partNames) await runPart(name)
})

/** @param {string[]} partNames */
async function wholeTier(partNames) {
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { findTestBrowser } = await import('./lib/chromium.mjs')
  const { runTwoAtATime } = await import('./lib/two-at-a-time.mjs')
  const { withSeededData } = await import('./lib/seeded-data.mjs')
  // Find the browser first, because a run without one must fail immediately and not at its end.
  await findTestBrowser()
  await buildWebPage()
  await withSeededData(async () => {
    await runTwoAtATime(new Map(partNames.map((name) => [name, ['scripts/test.mjs', name]])))
  })
}
