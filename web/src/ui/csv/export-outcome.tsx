import { explain } from '#lib/errors/explain.ts'
import { counted } from '#lib/format/counted.ts'
import { Notice } from '../notice.tsx'
import styles from './export.module.css'
import type { Exporting } from './use-export.ts'

/** How an export ended. */
export function ExportOutcome({ exporting: { state } }: { exporting: Exporting }) {
  if (state.kind === 'idle' || state.kind === 'running') return null
  return (
    <div className={styles.outcome}>
      {state.kind === 'done' ? (
        <Notice tone="green">
          {counted(state.rows, 'row')} saved as {state.name}.
          {state.isCut ? ` Only the newest ${counted(state.rows)} matches are in it.` : null}
        </Notice>
      ) : (
        <Notice tone="red">
          The export stopped after {counted(state.rows, 'row')}, and no file was saved.{' '}
          {explain(state.error)}
        </Notice>
      )}
    </div>
  )
}
