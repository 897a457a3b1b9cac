// Loaded before a server's own code (`--import`, with `--expose-gc`). Told so by SIGUSR2 it collects what nobody holds any
// more, and writes down how many bytes are left.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env['HEAP_FILE'] ?? ''

process.on('SIGUSR2', () => {
  // What the first one finds to be free is let go of by the second, where something outside of the heap hangs on it.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // At once with all that is in it: whoever waits for the file reads it as soon as it is there.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
