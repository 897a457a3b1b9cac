import { ActionIcon, Button } from '@mantine/core'
import { FileText, type LucideIcon, X } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { explain } from '#lib/errors.ts'
import { type RefusedFile, sizeText } from '#lib/files/file-kinds.ts'
import { isUnusable, type UploadRow, type UploadState } from '#lib/files/upload-list.ts'
import { Notice } from '../notice.tsx'
import styles from './files.module.css'

interface FileRowsProps {
  /** The label of the list, such as "Photos". */
  label: string
  rows: readonly UploadRow[]
  onRemove: (path: string) => void
  onRetry: (path: string) => void
}

export interface MovableRowsProps extends FileRowsProps {
  onMove: (path: string, position: number) => void
}

export function FileRows({ label, rows, onRemove, onRetry }: FileRowsProps) {
  if (rows.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((row) => (
        <FileRow key={row.path} row={row} onRemove={onRemove} onRetry={onRetry} />
      ))}
    </ul>
  )
}

interface FileRowProps {
  row: UploadRow
  onRemove: (path: string) => void
  onRetry: (path: string) => void
}

function FileRow({ row, onRemove, onRetry }: FileRowProps) {
  const { path, file, preview, state } = row
  return (
    <li className={styles.row}>
      <Preview address={preview} />
      <div className={styles.words}>
        <bdi className={styles.name}>{file.name}</bdi>
        <UploadStatus state={state} size={file.size} name={file.name} />
      </div>
      {state.status === 'failed' && !isUnusable(row) ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry ${file.name}`}
          onClick={() => onRetry(path)}
        >
          Retry
        </Button>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.remove}
        aria-label={`Remove ${file.name}`}
        onClick={() => onRemove(path)}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function Preview({ address }: { address: string | undefined }) {
  if (address) return <img src={address} alt="" className={styles.preview} />
  return (
    <span className={styles.preview}>
      <FileText size={18} aria-hidden />
    </span>
  )
}

function UploadStatus({ state, size, name }: { state: UploadState; size: number; name: string }) {
  switch (state.status) {
    case 'waiting':
      return <span className={styles.state}>{sizeText(size)}</span>
    case 'sending':
      return (
        <span className={styles.state}>
          Uploading... {state.percent}%
          <progress
            className={styles.bar}
            value={state.percent}
            max={100}
            aria-label={`Uploading ${name}`}
          />
        </span>
      )
    case 'stored':
      return <span className={styles.state}>{sizeText(size)}, uploaded</span>
    case 'failed':
      return (
        <span className={styles.state} data-failed role="alert">
          {explain(state.error)}
        </span>
      )
  }
}

/** Lists the files that were not added, with the reasons. */
export function RefusedFiles({ refused }: { refused: RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <Notice tone="red">
      <ul className={styles.list}>
        {refused.map(({ name, reason }) => (
          <li key={name + reason}>
            <bdi className={styles.refusedName}>{name}</bdi> wasn't added. {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface PickButtonProps {
  icon: LucideIcon
  children: string
  types: readonly string[]
  isMultiple?: boolean
  /** Whether the button opens the camera directly. */
  isCamera?: boolean
  className?: string | undefined
  onPick: (files: File[]) => void
}

/** The input has no name, so that forms do not send it. */
export function PickButton({ icon: Icon, children, types, onPick, ...rest }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    // Clear the input, so that the user can choose the same file again after removing it.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        multiple={rest.isMultiple}
        capture={rest.isCamera ? 'environment' : undefined}
        onChange={pick}
      />
      <Button
        variant="default"
        size="sm"
        className={rest.className}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
