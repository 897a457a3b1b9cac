import { ChevronRight } from 'lucide-react'
import { Children, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { MoreMenu } from '../more-menu.tsx'
import type { MenuEntry } from '../opened-menu.tsx'
import styles from './row.module.css'

interface Below {
  /** The label of the content for screen readers: "5 bids". */
  label: string
  /** The content, which is rendered only while the row is open. */
  content: ReactNode
}

interface RowProps {
  title: string
  /** The path of the page that the row links to. */
  to?: string
  facts?: ReactNode[]
  /** A `Chip` with the status. */
  status?: ReactNode
  /** The figure, such as a `MoneyText`. */
  figure?: ReactNode
  action?: ReactNode
  menu?: MenuEntry[]
  below?: Below
}

const noEntries: never[] = []

/** Title and facts are on the left, and status, figure, main action and menu on the right. */
export function Row({
  title,
  to,
  facts = noEntries,
  status,
  figure,
  action,
  menu = noEntries,
  below,
}: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className={styles.row}>
        {below ? (
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={`${below.label} of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={16} aria-hidden />
          </button>
        ) : null}
        <div className={styles.words}>
          <p className={styles.title}>
            {to ? (
              <Link to={to}>
                <bdi>{title}</bdi>
              </Link>
            ) : (
              <bdi>{title}</bdi>
            )}
          </p>
          {facts.length > 0 ? <Facts facts={facts} /> : null}
        </div>
        <div className={styles.end}>
          {status}
          {figure ? <span className={styles.figure}>{figure}</span> : null}
          {action}
          {menu.length > 0 ? <MoreMenu label={`More for ${title}`} entries={menu} /> : null}
        </div>
      </div>
      {below && isOpen ? (
        <div id={id} className={styles.below}>
          {below.content}
        </div>
      ) : null}
    </>
  )
}

function Facts({ facts }: { facts: ReactNode[] }) {
  return (
    <p className={styles.facts}>
      {Children.map(facts, (fact) => (
        <bdi className={styles.fact}>{fact}</bdi>
      ))}
    </p>
  )
}

interface Fact {
  id: string
  who: ReactNode
  figure?: ReactNode
  status: ReactNode
  when: ReactNode
}

interface FactsListProps {
  /** The name for screen readers, such as "Bids on Reseal". */
  label: string
  /** The text if there are no details, such as "No bids yet." */
  none: string
  items: Fact[]
}

const hasFigure = ({ figure }: Fact) => figure !== undefined

/** Shows the details of a row, one detail per line. */
export function FactsList({ label, none, items }: FactsListProps) {
  if (items.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.list} aria-label={label} data-figures={items.some(hasFigure)}>
      {items.map(({ id, who, figure, status, when }) => (
        <li key={id} className={styles.item}>
          <span className={styles.who}>{who}</span>
          {figure ? <span className={styles.listFigure}>{figure}</span> : null}
          <span>{status}</span>
          <span>{when}</span>
        </li>
      ))}
    </ul>
  )
}
