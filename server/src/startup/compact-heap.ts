import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Lets the heap grow to four times its live size before the next full collection. */
const growthFlag = '--heap-growing-percent=300'
/**
 * V8 waits at least this long before it returns memory to the system. With the default of 8 s, V8 would soon have to
 * request the memory again.
 */
const memoryReducerFlag = '--gc-memory-reducer-start-delay-ms=600000'

/**
 * Collects the garbage that the startup leaves. The garbage is a third of the heap, and V8 would keep it for a long
 * time. After a first full collection, V8 treats the heap as small and would collect garbage several times a second.
 * The flags prevent these frequent collections. See docs/decisions/0036-compact-heap-at-start.md.
 */
export function compactHeap() {
  for (const flag of [growthFlag, memoryReducerFlag, '--expose-gc']) setFlagsFromString(flag)
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })")
}
