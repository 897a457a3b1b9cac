// Runs before the server's code, with `--import`. It lets a drill change the clock of the process.
// A file contains the offset in milliseconds. Timers and the database's clock are not affected.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const TrueDate = Date
const trueNow = Date.now
let shift = 0

function look() {
  shift = Number(readFileSync(file, 'utf8'))
}

const now = () => trueNow() + shift

look()
setInterval(look, 50).unref()

TrueDate.now = now
globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(now()).toString(),
  construct(target, /** @type {[number]} */ given, made) {
    /** @type {unknown} */
    const date = Reflect.construct(target, given.length > 0 ? given : [now()], made)
    return date instanceof TrueDate ? date : new TrueDate(now())
  },
})
