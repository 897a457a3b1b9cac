import { ActionIcon, Button } from '@mantine/core'
import { FileText, type LucideIcon, X } from 'lucide-react'
import { explain } from '#lib/errors.ts'
import { type RefusedFile, sizeText } from '#lib/files/file-kinds.ts'
import type { UploadRow, UploadState } from '#lib/files/upload-list.ts'
import styles from './files.module.css'
import { Notice } from '../notice.tsx'
import { type ChangeEvent, useRef } from 'react'

interface FileRowsProps {
  /** What these are: "Photos". */
  label: string
  rows: readonly UploadRow[]
  onRemove: (path: string) => void
  onRetry: (path: string) => void
}

/** Every file with its picture, its way to the server, and what can be done about it. */
export function FileRows({ label, rows, onRemove, onRetry }: FileRowsProps) {
  if (rows.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ path, file, preview, state }) => (
        <li key={path} className={styles.row}>
          <Preview address={preview} />
          <div className={styles.words}>
            <bdi className={styles.name}>{file.name}</bdi>
            <State state={state} size={file.size} name={file.name} />
          </div>
          {state.status === 'failed' ? (
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
      ))}
    </ul>
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

function State({ state, size, name }: { state: UploadState; size: number; name: string }) {
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

/** Which files were not taken, and why. */
export function RefusedFiles({ refused }: { refused: RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <Notice tone="red">
      <ul className={styles.list}>
        {refused.map(({ name, reason }) => (
          <li key={name + reason}>
            <bdi className={styles.refusedName}>{name}</bdi> was not added. {reason}
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
  /** Opens the camera at once. */
  isCamera?: boolean
  className?: string | undefined
  onPick: (files: File[]) => void
}

/** The browser's own choice of files behind a button of ours. It has no name: forms do not send it. */
export function PickButton({ icon: Icon, children, types, onPick, ...rest }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    // The same file can be chosen again after it was removed.
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
