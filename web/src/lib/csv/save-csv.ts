import type { CsvFile } from './csv-file.ts'
import { saveFile } from '../save-file.ts'

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

// Where a file goes that is made piece by piece.

const type = 'text/csv'

export interface Sink {
  write: (text: string) => Promise<void>
  /** Now it is a file. */
  finish: () => Promise<void>
  /** It never was one. */
  discard: () => Promise<void>
}

declare global {
  interface Window {
    /** Not every browser has it. */
    showSaveFilePicker?: (wanted: SaveFile) => Promise<FileSystemFileHandle & Removable>
  }
}

interface SaveFile {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}

interface Removable {
  remove?: () => Promise<void>
}

/** On disk as it comes, at a place that the person chooses; where the browser cannot do that, all at the end. */
export async function openFileSink(name: string): Promise<Sink> {
  const pick = window.showSaveFilePicker?.bind(window)
  if (!pick) return collected(name)
  const types = [{ description: 'Comma-separated values', accept: { [type]: ['.csv'] } }]
  const handle = await pick({ suggestedName: name, types })
  return streamed(handle)
}

async function streamed(handle: FileSystemFileHandle & Removable): Promise<Sink> {
  const stream = await handle.createWritable()
  return {
    write: (text) => stream.write(text),
    finish: () => stream.close(),
    discard: async () => {
      await stream.abort()
      // The browser leaves an empty file where it was to be.
      const { size } = await handle.getFile()
      if (size === 0) await handle.remove?.()
    },
  }
}

function collected(name: string): Sink {
  const parts: Blob[] = []
  return {
    write: async (text) => void parts.push(new Blob([text])),
    finish: async () => saveFile(name, type, ...parts),
    discard: async () => void parts.splice(0),
  }
}
