// `npm run drill` causes faults on purpose. `npm run drill -- kills database` runs only these
// drills. `npm run drill -- soak 30 restore 1000000` runs one for 30 minutes and one with a million
// rows.
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
 * Returns the names of the drills, each with its number if one follows it.
 * @param {string[]} said
 */
function read(said) {
  /** @type {string[]} */
  const chosen = []
  /** @type {Map<string, number>} */
  const amounts = new Map()
  for (const word of said) {
    const last = chosen.at(-1)
    if (!/^\d+(\.\d+)?$/u.test(word)) chosen.push(word)
    else if (last === undefined)
      throw new StopLine(`Put the drill before the number, for example: soak ${word}.`)
    else amounts.set(last, Number(word))
  }
  return { chosen, amounts }
}
