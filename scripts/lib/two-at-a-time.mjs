// Runs two parts of the tests at a time. A single part would leave a third of two cores idle.
import { PassThrough } from 'node:stream'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** Keeps all output of a part until that part may print, even if it is long. */
const unlimitedBuffer = { highWaterMark: 2 ** 30 }

/**
 * Starts the parts in order, and starts no other part after a failure. The output keeps the same order: the first
 * running part prints directly, and the second one prints after the first has ended. The last lines show how long each
 * part took.
 * @param {Map<string, string[]>} parts  Node's arguments for each part, by its name.
 */
export async function runTwoAtATime(parts) {
  const pendingParts = [...parts]
  /** @type {Map<string, number>} */
  const minutesByPart = new Map()
  /** @type {Set<string>} */
  const failed = new Set()
  let lastPrint = Promise.resolve()
  const nextPart = () => (failed.size > 0 ? undefined : pendingParts.shift())
  const runParts = async () => {
    for (let part = nextPart(); part; part = nextPart()) {
      const [name, args] = part
      const output = new PassThrough(unlimitedBuffer)
      lastPrint = lastPrint.then(() => print(output))
      const startedAt = Date.now()
      const code = await exitCodeOf(process.execPath, args, { output })
      minutesByPart.set(name, (Date.now() - startedAt) / 60_000)
      output.end()
      if (code !== 0) failed.add(name)
    }
  }
  await Promise.all([runParts(), runParts()])
  await lastPrint
  for (const name of parts.keys()) {
    const durationMinutes = minutesByPart.get(name)
    if (durationMinutes !== undefined) console.log(`${name}: ${durationMinutes.toFixed(1)} minutes`)
  }
  const names = [...parts.keys()].filter((name) => failed.has(name))
  if (names.length > 0) throw new StopLine(`\nFailed: ${names.join(', ')}.`)
}

/** @param {AsyncIterable<Buffer>} output */
async function print(output) {
  for await (const chunk of output) process.stdout.write(chunk)
}
