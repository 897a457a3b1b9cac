// Loaded before the server's own code with `--import` and `--expose-gc`. On SIGUSR2 it collects
// garbage and writes down how many bytes are left.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env['HEAP_FILE'] ?? ''

process.on('SIGUSR2', () => {
  // The second collection frees memory outside of the heap that belongs to objects from the first
  // one.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // A rename makes the complete file visible at once to the process that waits for it.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
