// Parts of the tests beside each other: one alone leaves a good third of two cores idle.
import { PassThrough } from 'node:stream'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** What a part says before it is its turn is kept, however much that is. */
const room = { highWaterMark: 2 ** 30 }

/**
 * Begins the parts in their order, and none any more once one has failed. What they say comes in that order too, never
 * mixed: of the first that is not over as it comes, of the other one when that is over.
 * @param {Map<string, string[]>} parts  Node's arguments for each, by its name.
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
      told = told.then(() => tell(says))
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
async function tell(said) {
  for await (const words of said) process.stdout.write(words)
}
