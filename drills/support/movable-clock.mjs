// Runs before the program of a process, with `--import`. This script lets a drill change the clock
// of the process. A file contains the offset in milliseconds. Timers and the database's clock are
// not affected.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const TrueDate = Date
const trueNow = Date.now
let offsetMs = 0

function readOffset() {
  offsetMs = Number(readFileSync(file, 'utf8'))
}

const now = () => trueNow() + offsetMs

readOffset()
setInterval(readOffset, 50).unref()

TrueDate.now = now
globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(now()).toString(),
  construct(target, /** @type {[number]} */ dateArguments, newTarget) {
    /** @type {unknown} */
    const date = Reflect.construct(
      target,
      dateArguments.length > 0 ? dateArguments : [now()],
      newTarget,
    )
    return date instanceof TrueDate ? date : new TrueDate(now())
  },
})
