import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { deviceTimeZone, readingAt } from '#lib/clock.ts'
import type { CsvFile } from '#lib/files/csv-file.ts'
import { openFileSink, saveCsv } from '#lib/files/save-csv.ts'
import { explain } from '#lib/errors.ts'
import { formatCount } from '#lib/format.ts'
import { Notice } from '../notice.tsx'
import styles from './listing.module.css'

interface ExportButtonProps {
  exporting: Export
  /** The number of rows, or undefined until the rows are loaded. */
  total: number | undefined
}

/** One element is both the start and the cancel button, so that it keeps the focus. */
export function ExportButton({ exporting: { state, start, cancel }, total }: ExportButtonProps) {
  const isRunning = state.kind === 'running'
  return (
    <div className={styles.tool}>
      {isRunning ? (
        <>
          <progress
            className={styles.bar}
            aria-label="Export"
            value={state.rows}
            max={Math.max(total ?? 0, state.rows, 1)}
          />
          <span className={styles.rows}>{formatCount(state.rows, 'row')}</span>
        </>
      ) : null}
      <Button
        variant="default"
        size="sm"
        leftSection={isRunning ? null : <Download size={15} aria-hidden />}
        disabled={!isRunning && !total}
        onClick={({ detail }) => {
          // Ignore the second click of a double click, which would cancel the export.
          if (detail > 1) return
          if (isRunning) cancel()
          else start()
        }}
      >
        {isRunning ? 'Cancel' : 'Export CSV'}
      </Button>
    </div>
  )
}

export function ExportResult({ exporting: { state } }: { exporting: Export }) {
  if (state.kind === 'idle' || state.kind === 'running') return null
  return (
    <div className={styles.outcome}>
      {state.kind === 'done' ? (
        <Notice tone="green">
          {formatCount(state.rows, 'row')} saved as {state.name}.
          {state.isCut ? ` Only the newest ${formatCount(state.rows)} matches are in it.` : null}
        </Notice>
      ) : (
        <Notice tone="red">
          The export stopped after {formatCount(state.rows, 'row')}, and no file was saved.{' '}
          {explain(state.error)}
        </Notice>
      )}
    </div>
  )
}

type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; rows: number }
  | { kind: 'done'; rows: number; name: string; isCut: boolean }
  | { kind: 'failed'; rows: number; error: unknown }

interface Export {
  state: ExportState
  start: () => void
  cancel: () => void
}

const idle = { kind: 'idle' } as const

/** Leaving the page cancels the export. */
export function useExport(file: CsvFile): Export {
  const [state, setState] = useState<ExportState>(idle)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    // Ignore the call if an export is running, even if the user is still choosing a place for its file.
    if (running.current) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    const name = `${file.name}-${today()}.csv`
    let rows = 0
    // After a cancel, ignore the rows of a request that is still pending.
    const tell = (next: ExportState) => {
      if (!signal.aborted) setState(next)
    }
    const onRows = (written: number) => {
      rows = written
      tell({ kind: 'running', rows })
    }
    try {
      const sink = await openFileSink(name)
      tell({ kind: 'running', rows })
      await saveCsv(file, sink, { signal, onRows })
      tell({ kind: 'done', rows, name, isCut: rows === file.maxRows })
    } catch (error) {
      tell(isCancelled(error) ? idle : { kind: 'failed', rows, error })
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

/** Returns whether the user closed the file picker. */
function isCancelled(error: unknown) {
  return error instanceof DOMException && error.name === 'AbortError'
}

function today() {
  return readingAt(new Date(), deviceTimeZone()).slice(0, 10)
}
