import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { TradePlate } from '#features/jobs/trade-plates.tsx'
import { PersonPicture } from '#ui/person.tsx'
import { splitAtMatch } from './match.ts'
import type { PaletteGroup } from './palette-groups.ts'
import type { PaletteItem, Picture } from './palette-items.ts'
import styles from './palette.module.css'

interface RowProps {
  query: string
  /** The row that Enter opens. */
  chosen: PaletteItem | undefined
  onPoint: (item: PaletteItem) => void
  onOpened: (item: PaletteItem, isInNewTab: boolean) => void
}

interface ListProps extends RowProps {
  id: string
  groups: PaletteGroup[]
}

export const optionId = (listId: string, { key }: PaletteItem) => `${listId}-${key}`

/** Renders the rows. The focus stays in the field, which names the chosen row to screen readers. */
export function PaletteList({ id, groups, ...rowProps }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label="Results">
      {groups.map(({ title, items }) => (
        <Group key={title} title={title}>
          {items.map((item) => (
            <Row key={item.key} id={optionId(id, item)} item={item} {...rowProps} />
          ))}
        </Group>
      ))}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.group}>
        {title}
      </p>
      {children}
    </div>
  )
}

function Row({
  id,
  item,
  query,
  chosen,
  onPoint,
  onOpened,
}: RowProps & { id: string; item: PaletteItem }) {
  const row = useRef<HTMLAnchorElement>(null)
  const isChosen = item.key === chosen?.key
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <Link
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      to={item.path}
      className={styles.row}
      onPointerMove={() => onPoint(item)}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey, shiftKey }) => onOpened(item, ctrlKey || metaKey || shiftKey)}
    >
      <span className={styles.picture} aria-hidden>
        <ItemPicture picture={item.picture} />
      </span>
      <bdi className={styles.title}>
        <Marked text={item.title} query={query} />
      </bdi>
      {item.detail ? (
        <bdi className={styles.detail}>
          <Marked text={item.detail} query={query} />
        </bdi>
      ) : null}
      {isChosen ? (
        <kbd className={styles.enter} aria-hidden>
          ↵
        </kbd>
      ) : null}
    </Link>
  )
}

/** Marks the first match of the query. */
function Marked({ text, query }: { text: string; query: string }) {
  const [before, match, after] = splitAtMatch(text, query)
  return (
    <>
      {before}
      {match ? <mark>{match}</mark> : null}
      {after}
    </>
  )
}

function ItemPicture({ picture }: { picture: Picture }) {
  if (picture.kind === 'job') {
    return (
      <span className={styles.plate}>
        <TradePlate category={picture.category} jobId={picture.id} />
      </span>
    )
  }
  if (picture.kind === 'person') return <PersonPicture {...picture} size={30} />
  const Icon = picture.icon
  return (
    <span className={styles.icon}>
      <Icon size={16} />
    </span>
  )
}
