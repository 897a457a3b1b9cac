import { saveFile } from '../save-file.ts'
import type { CsvFile } from './csv-file.ts'

interface SaveOptions {
  signal: AbortSignal
  /** `saveCsv` calls this function with the number of rows that are already written. */
  onRows: (rows: number) => void
}

/** Writes the whole file, or nothing after a failure or an abort. */
export async function saveCsv(file: CsvFile, sink: Sink, { signal, onRows }: SaveOptions) {
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

// A sink writes the pieces of a file to the disk, or collects them for a download.

const type = 'text/csv'

export interface Sink {
  write: (text: string) => Promise<void>
  finish: () => Promise<void>
  /** Removes the partial file. */
  discard: () => Promise<void>
}

declare global {
  interface Window {
    /** Only some browsers have this function. */
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

/** Streams into a file on the disk, or downloads the rows at the end if the browser cannot stream. */
export async function openFileSink(name: string): Promise<Sink> {
  const pick = window.showSaveFilePicker?.bind(window)
  if (!pick) return downloadSink(name)
  const types = [{ description: 'Comma-separated values', accept: { [type]: ['.csv'] } }]
  const handle = await pick({ suggestedName: name, types })
  return diskSink(handle)
}

async function diskSink(handle: FileSystemFileHandle & Removable): Promise<Sink> {
  const stream = await handle.createWritable()
  return {
    write: (text) => stream.write(text),
    finish: () => stream.close(),
    discard: async () => {
      await stream.abort()
      // The browser leaves an empty file behind, so remove it.
      const { size } = await handle.getFile()
      if (size === 0) await handle.remove?.()
    },
  }
}

function downloadSink(name: string): Sink {
  const parts: Blob[] = []
  return {
    write: async (text) => void parts.push(new Blob([text])),
    finish: async () => saveFile(name, type, ...parts),
    discard: async () => void parts.splice(0),
  }
}
