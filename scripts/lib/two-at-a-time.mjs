// Runs two parts of the tests at a time, because one part alone cannot keep two processor cores busy.
import { PassThrough } from 'node:stream'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** Holds the output of a part, even if it is long, until that part may print. */
class PartOutput extends PassThrough {
  #tail = ''

  constructor() {
    super({ highWaterMark: 2 ** 30 })
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _encoding
   * @param {import('node:stream').TransformCallback} callback
   */
  _transform(chunk, _encoding, callback) {
    this.#tail = (this.#tail + chunk).slice(-10_000)
    callback(null, chunk)
  }

  /** Returns the end of the output, where test runners list the tests that failed. */
  lastLines() {
    return this.#tail.trimEnd().split('\n').slice(-60).join('\n')
  }
}

/**
 * Starts the parts in order, and starts no further part after a failure. The output keeps the same order: the first
 * running part prints directly, and the second part prints after the first has ended. At the end, the function prints
 * how long each part took and the last lines of each failed part.
 * @param {Map<string, string[]>} parts  The keys are the names of the parts, and the values are arguments for Node.js.
 */
export async function runTwoAtATime(parts) {
  const pendingParts = [...parts]
  /** @type {Map<string, number>} */
  const minutesByPart = new Map()
  /** @type {Map<string, PartOutput>} */
  const failed = new Map()
  let lastPrint = Promise.resolve()
  const nextPart = () => (failed.size > 0 ? undefined : pendingParts.shift())
  const runParts = async () => {
    for (let part = nextPart(); part; part = nextPart()) {
      const [name, args] = part
      const output = new PartOutput()
      lastPrint = lastPrint.then(() => print(output))
      const startedAt = Date.now()
      const code = await exitCodeOf(process.execPath, args, { output })
      minutesByPart.set(name, (Date.now() - startedAt) / 60_000)
      output.end()
      if (code !== 0) failed.set(name, output)
    }
  }
  await Promise.all([runParts(), runParts()])
  await lastPrint
  for (const name of parts.keys()) {
    const durationMinutes = minutesByPart.get(name)
    if (durationMinutes !== undefined) console.log(`${name}: ${durationMinutes.toFixed(1)} minutes`)
  }
  for (const [name, output] of failed) console.log(`\nEnd of ${name}:\n${output.lastLines()}`)
  const names = [...parts.keys()].filter((name) => failed.has(name))
  if (names.length > 0) throw new StopLine(`\nFailed: ${names.join(', ')}.`)
}

/** @param {AsyncIterable<Buffer>} output */
async function print(output) {
  for await (const chunk of output) process.stdout.write(chunk)
}
