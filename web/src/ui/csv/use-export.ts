import { useEffect, useRef, useState } from 'react'
import { ownZone, readingAt } from '#lib/clock.ts'
import type { CsvFile } from '#lib/csv/csv-file.ts'
import { saveCsv } from '#lib/csv/save-csv.ts'
import { openSink } from '#lib/csv/sink.ts'

type State =
  | { kind: 'idle' }
  | { kind: 'running'; rows: number }
  | { kind: 'done'; rows: number; name: string; isCut: boolean }
  | { kind: 'failed'; rows: number; error: unknown }

export interface Exporting {
  state: State
  start: () => void
  cancel: () => void
}

const idle = { kind: 'idle' } as const

/** Saves a list as a file. It is broken off with the page that began it. */
export function useExport(file: CsvFile): Exporting {
  const [state, setState] = useState<State>(idle)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    // Also while the place of the file is being chosen.
    if (running.current) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    const name = `${file.name}-${today()}.csv`
    let rows = 0
    // Whoever cancels does not wait until the page that is on its way has come.
    const tell = (next: State) => {
      if (!signal.aborted) setState(next)
    }
    const onRows = (written: number) => {
      rows = written
      tell({ kind: 'running', rows })
    }
    try {
      const sink = await openSink(name)
      tell({ kind: 'running', rows })
      await saveCsv(file, sink, { signal, onRows })
      tell({ kind: 'done', rows, name, isCut: rows === file.most })
    } catch (error) {
      tell(isTakenBack(error) ? idle : { kind: 'failed', rows, error })
    } finally {
      if (running.current === control) running.current = undefined
    }
  }
  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState(idle)
  }
  return { state, start: () => void run(), cancel }
}

/** No place was chosen for the file. */
function isTakenBack(error: unknown) {
  return error instanceof DOMException && error.name === 'AbortError'
}

function today() {
  return readingAt(new Date(), ownZone()).slice(0, 10)
}
