import { Input } from '@mantine/core'
import { Camera, Paperclip } from 'lucide-react'
import { useId, useRef } from 'react'
import { FileRows } from './file-rows.tsx'
import styles from './files-field.module.css'
import { PickButton } from './pick-button.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { useDrop } from './use-drop.ts'
import type { Uploads } from './use-uploads.ts'

interface Props {
  label: string
  uploads: Uploads
  /** More than the limits, which are always said. */
  description?: string
  /** What the screen says of it: "Choose a file." */
  error?: string | undefined
  /** Phones offer the camera beside the pictures that are there. */
  withCamera?: boolean
}

/** Chosen or dropped files: `<FilesField label="Certifications" uploads={useUploads({ kind, userId })} />` */
export function FilesField({ label, uploads, description, error, withCamera = false }: Props) {
  const { rows, refused, add, remove, retry, kind, kept, limits } = uploads
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const isOver = useDrop(area, add)
  const removeAndStay = (path: string) => {
    // The button that was pressed goes with its row.
    area.current?.focus()
    remove(path)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={[limits, description].filter(Boolean).join(' ')}
      error={error}
    >
      <div
        ref={area}
        role="group"
        aria-labelledby={id}
        tabIndex={-1}
        className={styles.field}
        data-over={isOver || undefined}
      >
        <FileRows label={label} rows={rows} onRemove={removeAndStay} onRetry={retry} />
        <RefusedFiles refused={refused} />
        {rows.length + kept < kind.most ? (
          <Choice uploads={uploads} withCamera={withCamera} />
        ) : null}
      </div>
    </Input.Wrapper>
  )
}

function Choice({ uploads, withCamera }: { uploads: Uploads; withCamera: boolean }) {
  const { add, kind, kept } = uploads
  const { types, noun, most } = kind
  const isMultiple = most - kept > 1
  return (
    <div className={styles.area}>
      <PickButton icon={Paperclip} types={types} isMultiple={isMultiple} onPick={add}>
        {isMultiple ? `Choose ${noun}s` : `Choose a ${noun}`}
      </PickButton>
      {withCamera ? (
        <PickButton icon={Camera} types={types} isCamera className={styles.camera} onPick={add}>
          Take a photo
        </PickButton>
      ) : null}
      <span className={styles.hint}>or drop {isMultiple ? 'them' : 'it'} here</span>
    </div>
  )
}
