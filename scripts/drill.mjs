// `npm run drill` runs the drills, which cause faults on purpose. `npm run drill -- kills database` runs only two
// drills. A number sets the length or size of the drill before it: `soak 30` takes 30 minutes, and `restore 1000000`
// has a million rows.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { drills } = await import('../drills/drills.ts')
  const { runDrills } = await import('../drills/support/drill.ts')
  const { chosen, amounts } = read(process.argv.slice(2))
  const unknown = chosen.find((name) => !drills.some((drill) => drill.name === name))
  if (unknown !== undefined) {
    throw new StopLine(
      `No drill is named "${unknown}". The drills are: ${drills.map(({ name }) => name).join(', ')}.`,
    )
  }
  const wanted = drills.filter(({ name, isOnlyByName = false }) =>
    chosen.length === 0 ? !isOnlyByName : chosen.includes(name),
  )
  if (!(await runDrills(wanted, amounts))) throw new StopLine('\nSome marks were missed.')
})

/**
 * Parses the arguments into the names of drills and the number after each name.
 * @param {string[]} args
 */
function read(args) {
  /** @type {string[]} */
  const chosen = []
  /** @type {Map<string, number>} */
  const amounts = new Map()
  for (const word of args) {
    const last = chosen.at(-1)
    if (!/^\d+(\.\d+)?$/u.test(word)) chosen.push(word)
    else if (last === undefined)
      throw new StopLine(`Put the drill before the number, for example: soak ${word}.`)
    else amounts.set(last, Number(word))
  }
  return { chosen, amounts }
}
