import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Lets the heap grow to four times its live size before the next full collection. */
const growthFlag = '--heap-growing-percent=300'
/**
 * Memory is returned to the system at most this often. By default V8 returns it after 8 s without work, and then
 * requests it again.
 */
const memoryReducerFlag = '--gc-memory-reducer-start-delay-ms=600000'

/**
 * Collects the garbage of the start, which is a third of the heap. V8 would keep it until it needs the room. After its
 * first full collection, V8 would collect a heap of this size several times a second. The flags prevent that (0036).
 */
export function compactHeap() {
  for (const flag of [growthFlag, memoryReducerFlag, '--expose-gc']) setFlagsFromString(flag)
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })")
}
