import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** It grows to four times what was live before all of it is gone through again. */
const growing = '--heap-growing-percent=300'
/** In milliseconds: room is given back at most so often, in a quiet moment, and not 8 s after work, to be taken anew. */
const quiet = '--gc-memory-reducer-start-delay-ms=600000'

/**
 * A third of what a start took is garbage then, which V8 keeps until it wants the room; and once it has looked, it goes
 * through a heap as small as ours several times a second. So it looks before anybody waits, and rarely after (0036).
 */
export function settleHeap() {
  for (const flag of [growing, quiet, '--expose-gc']) setFlagsFromString(flag)
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })")
}
