// Runs in the server's process, which is started with `--import` and `--expose-gc`. On SIGUSR2,
// this script collects garbage and writes the size of the live memory to a file.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env['HEAP_FILE'] ?? ''

process.on('SIGUSR2', () => {
  // The second collection frees external memory of objects that the first one collected.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // Another process waits for this file. The rename makes the file appear with all of its content.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
