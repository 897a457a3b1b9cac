// `npm run drill` runs the drills, which cause faults on purpose. `npm run drill -- kills database` runs only the
// drills `kills` and `database`. A number sets the length or size of the drill before it: `soak 30` takes 30 minutes,
// and `restore 1000000` has a million rows.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { drills } = await import('../drills/drills.ts')
  const { runDrills } = await import('../drills/support/drill.ts')
  const { selectedNames, amountByName } = parseArguments(process.argv.slice(2))
  const unknownName = selectedNames.find((name) => !drills.some((drill) => drill.name === name))
  if (unknownName !== undefined) {
    throw new StopLine(
      `No drill is named "${unknownName}". The drills are: ${drills.map(({ name }) => name).join(', ')}.`,
    )
  }
  const selectedDrills = drills.filter(({ name, isOnlyByName = false }) =>
    selectedNames.length === 0 ? !isOnlyByName : selectedNames.includes(name),
  )
  if (!(await runDrills(selectedDrills, amountByName)))
    throw new StopLine('\nSome marks were missed.')
})

/**
 * Parses the arguments into the names of drills and the number after each name.
 * @param {string[]} args
 */
function parseArguments(args) {
  /** @type {string[]} */
  const selectedNames = []
  /** @type {Map<string, number>} */
  const amountByName = new Map()
  for (const argument of args) {
    const lastName = selectedNames.at(-1)
    if (!/^\d+(\.\d+)?$/u.test(argument)) selectedNames.push(argument)
    else if (lastName === undefined)
      throw new StopLine(`Put the drill before the number, for example: soak ${argument}.`)
    else amountByName.set(lastName, Number(argument))
  }
  return { selectedNames, amountByName }
}
