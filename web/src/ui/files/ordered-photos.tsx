import { ActionIcon, Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { explain } from '#lib/errors.ts'
import { isUnusable, type UploadRow, type UploadState } from '#lib/files/upload-list.ts'
import { HiddenText } from '../text.tsx'
import type { MovableRowsProps } from './file-rows.tsx'
import { FilesField, type PhotosFieldProps } from './files-field.tsx'
import styles from './ordered-photos.module.css'

/** Renders a field for photos whose order the user can change. The first photo is the cover. */
export function OrderedPhotosField(props: PhotosFieldProps) {
  return <FilesField {...props} withCamera rowsAs={PhotoTiles} />
}

function PhotoTiles({ label, rows, onRemove, onRetry, onMove }: MovableRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const keepFocus = useFocusAfterMove(list)
  const [moved, setMoved] = useState('')
  const move = ({ path, file }: UploadRow, position: number) => {
    onMove(path, position)
    const place = position === 0 ? 'the cover' : `photo ${position + 1} of ${rows.length}`
    setMoved(`${file.name} is now ${place}.`)
  }
  const dragged = useDrag(list, rows, move)
  return (
    <>
      {rows.length > 0 ? (
        <ol className={styles.tiles} aria-label={label} ref={list}>
          {rows.map((row, position) => (
            <PhotoTile
              key={row.path}
              row={row}
              position={position}
              count={rows.length}
              isDragged={row === dragged}
              onMove={(next, button) => {
                keepFocus(button)
                move(row, next)
              }}
              onRemove={() => onRemove(row.path)}
              onRetry={() => onRetry(row.path)}
            />
          ))}
        </ol>
      ) : null}
      <p role="status" className={styles.moved}>
        <HiddenText>{moved}</HiddenText>
      </p>
    </>
  )
}

/** Moves a dragged photo to the place of the photo below the pointer, and returns the dragged photo. */
function useDrag(
  list: RefObject<HTMLElement | null>,
  rows: readonly UploadRow[],
  onMove: (row: UploadRow, position: number) => void,
) {
  const [draggedPath, setDraggedPath] = useState<string>()
  const dragged = rows.find(({ path }) => path === draggedPath)
  const positionOf = (target: EventTarget | null) => {
    const tile = target instanceof Element ? target.closest('li') : null
    return [...(list.current?.children ?? [])].findIndex((child) => child === tile)
  }
  const start = useEffectEvent(({ target, dataTransfer }: DragEvent) => {
    const row = rows[positionOf(target)]
    if (!row || !dataTransfer) return
    dataTransfer.effectAllowed = 'move'
    // Firefox drags only elements with data.
    dataTransfer.setData('text/plain', row.file.name)
    setDraggedPath(row.path)
  })
  const over = useEffectEvent((event: DragEvent) => {
    if (!dragged) return
    event.preventDefault()
    const position = positionOf(event.target)
    if (position >= 0 && rows[position] !== dragged) onMove(dragged, position)
  })
  const hasRows = rows.length > 0
  useEffect(() => {
    const element = list.current
    if (!element || !hasRows) return undefined
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('dragstart', (event) => start(event), { signal })
    element.addEventListener('dragover', (event) => over(event), { signal })
    element.addEventListener('dragend', () => setDraggedPath(undefined), { signal })
    return () => listening.abort()
  }, [list, hasRows])
  return dragged
}

/** Returns a function that gives the focus back to a button, which loses it when its tile moves. */
function useFocusAfterMove(list: RefObject<HTMLElement | null>) {
  const pressed = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const button = pressed.current
    if (button && list.current?.contains(button)) button.focus()
    pressed.current = null
  })
  return (button: HTMLElement) => {
    pressed.current = button
  }
}

interface TileProps {
  row: UploadRow
  position: number
  count: number
  isDragged: boolean
  onMove: (position: number, button: HTMLElement) => void
  onRemove: () => void
  onRetry: () => void
}

function PhotoTile({ row, position, count, isDragged, ...acts }: TileProps) {
  const { file, preview, state } = row
  return (
    <li className={styles.tile} data-dragged={isDragged || undefined} draggable={count > 1}>
      <div className={styles.picture}>
        <img src={preview} alt={file.name} draggable={false} />
        {position === 0 ? <span className={styles.cover}>Cover</span> : null}
        <TileState state={state} name={file.name} />
      </div>
      {state.status === 'failed' && !isUnusable(row) ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry ${file.name}`}
          onClick={acts.onRetry}
        >
          Retry
        </Button>
      ) : null}
      <div className={styles.tools}>
        {count > 1 ? (
          <MoveButtons name={file.name} position={position} last={count - 1} onMove={acts.onMove} />
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.tool}
          aria-label={`Remove ${file.name}`}
          onClick={acts.onRemove}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

interface MoveButtonsProps {
  name: string
  position: number
  last: number
  onMove: (position: number, button: HTMLElement) => void
}

/** At an end of the list, a button stays focusable, so that the user can go on with the keyboard. */
function MoveButtons({ name, position, last, onMove }: MoveButtonsProps) {
  const steps = [
    { to: position - 1, isEnd: position === 0, word: 'earlier', icon: ChevronLeft },
    { to: position + 1, isEnd: position === last, word: 'later', icon: ChevronRight },
  ]
  return steps.map(({ to, isEnd, word, icon: Icon }) => (
    <ActionIcon
      key={word}
      variant="subtle"
      color="gray"
      className={styles.tool}
      aria-label={`Move ${name} ${word}`}
      aria-disabled={isEnd}
      {...(isEnd ? { 'data-disabled': true } : {})}
      onClick={({ currentTarget }) => {
        if (!isEnd) onMove(to, currentTarget)
      }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  ))
}

function TileState({ state, name }: { state: UploadState; name: string }) {
  switch (state.status) {
    case 'waiting':
      return null
    case 'sending':
      return (
        <progress
          className={styles.bar}
          value={state.percent}
          max={100}
          aria-label={`Uploading ${name}`}
        />
      )
    case 'stored':
      return <HiddenText>, uploaded</HiddenText>
    case 'failed':
      return (
        <span className={styles.failure} role="alert">
          {explain(state.error)}
        </span>
      )
  }
}
