// Runs two parts of the tests at a time. One alone leaves a third of two cores idle.
import { PassThrough } from 'node:stream'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** The output of a part is kept until its turn, whatever its size. */
const room = { highWaterMark: 2 ** 30 }

/**
 * Starts the parts in order, and no more after a failure. Output comes in the same order and is
 * never mixed. The first running part prints directly, and the other one prints when that part has
 * ended.
 * @param {Map<string, string[]>} parts  Node's arguments for each part, by its name.
 */
export async function twoAtATime(parts) {
  const waiting = [...parts]
  /** @type {Set<string>} */
  const failed = new Set()
  let told = Promise.resolve()
  const next = () => (failed.size > 0 ? undefined : waiting.shift())
  const lane = async () => {
    for (let part = next(); part; part = next()) {
      const [name, args] = part
      const says = new PassThrough(room)
      told = told.then(() => print(says))
      const code = await exitCodeOf(process.execPath, args, { says })
      says.end()
      if (code !== 0) failed.add(name)
    }
  }
  await Promise.all([lane(), lane()])
  await told
  const names = [...parts.keys()].filter((name) => failed.has(name))
  if (names.length > 0) throw new StopLine(`\nFailed: ${names.join(', ')}.`)
}

/** @param {AsyncIterable<Buffer>} said */
async function print(said) {
  for await (const words of said) process.stdout.write(words)
}
