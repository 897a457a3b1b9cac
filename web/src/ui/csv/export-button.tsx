import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { counted } from '#lib/format/counted.ts'
import styles from './export.module.css'
import type { Exporting } from './use-export.ts'

interface Props {
  exporting: Exporting
  /** How many rows there are, once that is known. */
  total: number | undefined
}

/** Saves what the list holds, and says how far it is. One button throughout: whoever pressed it stays on it. */
export function ExportButton({ exporting: { state, start, cancel }, total }: Props) {
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
          <span className={styles.rows}>{counted(state.rows, 'row')}</span>
        </>
      ) : null}
      <Button
        variant="default"
        size="sm"
        leftSection={isRunning ? null : <Download size={15} aria-hidden />}
        disabled={!isRunning && !total}
        onClick={({ detail }) => {
          // The second half of a double click does not take back the first.
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
