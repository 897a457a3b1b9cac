// Runs two parts of the tests at a time. A single part would leave a third of two cores idle.
import { PassThrough } from 'node:stream'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** Keeps all output of a part until that part may print, even if it is long. */
const unlimited = { highWaterMark: 2 ** 30 }

/**
 * Starts the parts in order, and starts no other part after a failure. The output keeps the same order: the first
 * running part prints directly, and the second one prints after the first has ended. The last lines show how long each
 * part took.
 * @param {Map<string, string[]>} parts  Node's arguments for each part, by its name.
 */
export async function twoAtATime(parts) {
  const waiting = [...parts]
  /** @type {Map<string, number>} */
  const minutes = new Map()
  /** @type {Set<string>} */
  const failed = new Set()
  let printed = Promise.resolve()
  const next = () => (failed.size > 0 ? undefined : waiting.shift())
  const lane = async () => {
    for (let part = next(); part; part = next()) {
      const [name, args] = part
      const output = new PassThrough(unlimited)
      printed = printed.then(() => print(output))
      const startedAt = Date.now()
      const code = await exitCodeOf(process.execPath, args, { output })
      minutes.set(name, (Date.now() - startedAt) / 60_000)
      output.end()
      if (code !== 0) failed.add(name)
    }
  }
  await Promise.all([lane(), lane()])
  await printed
  for (const name of parts.keys()) {
    const took = minutes.get(name)
    if (took !== undefined) console.log(`${name}: ${took.toFixed(1)} minutes`)
  }
  const names = [...parts.keys()].filter((name) => failed.has(name))
  if (names.length > 0) throw new StopLine(`\nFailed: ${names.join(', ')}.`)
}

/** @param {AsyncIterable<Buffer>} output */
async function print(output) {
  for await (const chunk of output) process.stdout.write(chunk)
}
