// `npm run drill`: what goes wrong, done on purpose; `npm run drill -- kills database` runs only these,
// and `npm run drill -- soak 30` what takes a time, for so many minutes.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { drills } = await import('../drills/drills.ts')
  const { runDrills } = await import('../drills/support/drill.ts')
  const said = process.argv.slice(2)
  const chosen = said.filter((word) => !isNumber(word))
  const minutes = said.find(isNumber)
  const unknown = chosen.filter((name) => !drills.some((drill) => drill.name === name))
  if (unknown.length > 0) {
    throw new StopLine(
      `There is no drill "${unknown[0]}". There are: ${drills.map(({ name }) => name).join(', ')}.`,
    )
  }
  const wanted = drills.filter(({ name, isOnlyByName = false }) =>
    chosen.length === 0 ? !isOnlyByName : chosen.includes(name),
  )
  const met = await runDrills(wanted, minutes === undefined ? undefined : Number(minutes))
  if (!met) throw new StopLine('\nA mark was missed.')
})

/** @param {string} word */
function isNumber(word) {
  return /^\d+(\.\d+)?$/u.test(word)
}
