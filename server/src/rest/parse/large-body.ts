// Large bodies are parsed in separate turns of the event loop, so that other requests are handled in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

const largeBytes = 32 * 1024
let lastTurn = Promise.resolve()

export function isLarge(body: Buffer | undefined) {
  return body !== undefined && body.length > largeBytes
}

/** Resolves in a turn of the event loop in which no other large body is parsed. */
export function waitToParse() {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}
