import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Lets the heap grow to four times its live size before the next full collection. */
const growthFlag = '--heap-growing-percent=300'
/** With the default of 8 s, V8 would return memory that it soon has to request again. */
const memoryReducerFlag = '--gc-memory-reducer-start-delay-ms=600000'

/**
 * Collects the garbage of the startup, a third of the heap. The flags prevent frequent collections of the smaller heap.
 * See docs/decisions/0036-compact-heap-at-start.md.
 */
export function compactHeap() {
  for (const flag of [growthFlag, memoryReducerFlag, '--expose-gc']) setFlagsFromString(flag)
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })")
}
