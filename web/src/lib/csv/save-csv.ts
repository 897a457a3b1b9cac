import type { CsvFile } from './csv-file.ts'
import type { Sink } from './sink.ts'

interface Watch {
  signal: AbortSignal
  /** How many are written. */
  onRows: (rows: number) => void
}

/** Writes a file to its end, or none: what fails midway, or is broken off, leaves nothing behind. */
export async function saveCsv(file: CsvFile, sink: Sink, { signal, onRows }: Watch) {
  let written = 0
  try {
    for await (const { text, rows } of file.parts(signal)) {
      signal.throwIfAborted()
      await sink.write(text)
      written += rows
      onRows(written)
    }
    signal.throwIfAborted()
    await sink.finish()
  } catch (error) {
    await Promise.allSettled([sink.discard()])
    throw error
  }
}
