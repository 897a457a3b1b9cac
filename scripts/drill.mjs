// `npm run drill`: what goes wrong, done on purpose; `npm run drill -- kills database` runs only these.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { drills } = await import('../drills/drills.ts')
  const { runDrills } = await import('../drills/support/drill.ts')
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter((name) => !drills.some((drill) => drill.name === name))
  if (unknown.length > 0) {
    throw new StopLine(
      `There is no drill "${unknown[0]}". There are: ${drills.map(({ name }) => name).join(', ')}.`,
    )
  }
  const wanted = drills.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  if (!(await runDrills(wanted))) throw new StopLine('\nA mark was missed.')
})
