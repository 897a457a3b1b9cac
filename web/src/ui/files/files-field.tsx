import { Input } from '@mantine/core'
import { Camera, Paperclip } from 'lucide-react'
import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isUnusable } from '#lib/files/upload-list.ts'
import { FileRows, type MovableRowsProps, PickButton, RefusedFiles } from './file-rows.tsx'
import styles from './files.module.css'
import type { Uploads } from './use-uploads.ts'

interface Props {
  label: string
  uploads: Uploads
  /** A text that the field shows in addition to the limits. */
  description?: string | undefined
  /** The error, such as "Choose a file." */
  error?: string | undefined
  /** Whether phones also offer the camera. */
  withCamera?: boolean
  /** Shows the chosen files. */
  rowsAs?: ComponentType<MovableRowsProps>
}

/** Renders a field for files: `<FilesField label="Certifications" uploads={useUploads({ kind, userId })} />` */
export function FilesField({ label, uploads, description, error, ...options }: Props) {
  const { withCamera = false, rowsAs: Rows = FileRows } = options
  const { rows, refused, add, remove, retry, kind, storedCount, limits } = uploads
  const usableCount = rows.filter((row) => !isUnusable(row)).length
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const isOver = useDrop(area, add)
  const removeAndStay = (path: string) => {
    // Move the focus, because the focused button disappears with its row.
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
        <Rows
          label={label}
          rows={rows}
          onRemove={removeAndStay}
          onRetry={retry}
          onMove={uploads.move}
        />
        <RefusedFiles refused={refused} />
        {usableCount + storedCount < kind.maxFiles ? (
          <Choice uploads={uploads} withCamera={withCamera} />
        ) : null}
      </div>
    </Input.Wrapper>
  )
}

function Choice({ uploads, withCamera }: { uploads: Uploads; withCamera: boolean }) {
  const { add, kind, storedCount } = uploads
  const { types, noun, maxFiles } = kind
  const isMultiple = maxFiles - storedCount > 1
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

export type PhotosFieldProps = Omit<Props, 'withCamera' | 'rowsAs'>

/** Renders a field for photos: `<PhotosField label="Photos" uploads={photos} />` */
export function PhotosField(props: PhotosFieldProps) {
  return <FilesField {...props} withCamera />
}

/** Accepts dropped files, and returns whether the user is dragging files over the element. */
function useDrop(area: RefObject<HTMLElement | null>, onDrop: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      // A photo that changes its place in the list is dragged without files.
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      onDrop([...event.dataTransfer.files])
    }
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', () => setOver(false), { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [area, onDrop])
  return isOver
}
