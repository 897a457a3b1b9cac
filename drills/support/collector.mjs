// On SIGUSR2, collects garbage and writes the size of the live memory to a file. Needs `--expose-gc`.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env['HEAP_FILE'] ?? ''

process.on('SIGUSR2', () => {
  // The second collection frees external memory of objects that the first one collected.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  // The rename makes the file, for which another process waits, appear with all of its content.
  writeFileSync(`${file}.new`, String(heapUsed + external))
  renameSync(`${file}.new`, file)
})
