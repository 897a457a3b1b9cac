import { formatCount, formatMoney } from '#lib/format.ts'
import styles from './bid-line.module.css'

interface LineBid {
  id: string
  amount: number
  /** Whether the bid can win or has won. Other bids are hollow. */
  isLive: boolean
}

interface Props {
  budget: number
  bids: readonly LineBid[]
  /** Whether the line takes the width of its container and shows figures. */
  isWide?: boolean
}

/** The free space at each end, as a part of the range. */
const margin = 0.08
/** A label for screen readers with more figures than this would take too long. */
const maxFigures = 12

/** Draws the budget and the bids of one job on an axis in dollars. */
export function BidLine({ budget, bids, isWide = false }: Props) {
  const place = placesOn([budget, ...bids.map(({ amount }) => amount)])
  const best = bestOf(bids)
  // The best bid comes last, so that no other dot covers it.
  const drawn = bids.toSorted((one, other) => Number(one === best) - Number(other === best))
  const mark = place(budget)
  return (
    <div className={styles.line} data-wide={isWide || undefined}>
      {isWide ? <Figure at={mark} text={`Budget ${formatMoney(budget)}`} isAbove /> : null}
      <svg role="img" aria-label={describe(budget, bids)} className={styles.axis}>
        <line x1="0" x2="100%" y1="11" y2="11" className={styles.range} />
        <rect x="0" width={percent(mark)} y="8" height="6" rx="3" className={styles.band} />
        {drawn.map((bid) => (
          <circle
            key={bid.id}
            cx={percent(place(bid.amount))}
            cy="11"
            r={bid === best ? 6 : 4.5}
            className={styles.dot}
            data-kind={kindOf(bid, best)}
          />
        ))}
        <svg x={percent(mark)} overflow="visible">
          <path d="M-4 1H4L0.75 5.5V19H-0.75V5.5Z" className={styles.notch} />
        </svg>
      </svg>
      {isWide && best ? <Figure at={place(best.amount)} text={formatMoney(best.amount)} /> : null}
    </div>
  )
}

interface FigureProps {
  /** The place on the axis, from 0 to 1. */
  at: number
  text: string
  isAbove?: boolean
}

/** The label for screen readers has the same figures. */
function Figure({ at, text, isAbove = false }: FigureProps) {
  // The transform moves the text from the right of its place to the left, so that it stays within the axis.
  const style = { left: percent(at), transform: `translateX(${percent(-at)})` }
  return (
    <span aria-hidden className={styles.figure} data-above={isAbove || undefined}>
      <span style={style}>{text}</span>
    </span>
  )
}

/** Returns a function that gives the place of an amount between 0 and 1. */
export function placesOn(amounts: readonly number[]) {
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const pad = (highest - lowest || highest || 1) * margin
  const start = lowest - pad
  const span = highest + pad - start
  return (amount: number) => (amount - start) / span
}

/** Returns the lowest bid that can still win or has won. */
export function bestOf(bids: readonly LineBid[]): LineBid | undefined {
  return bids
    .filter(({ isLive }) => isLive)
    .toSorted((one, other) => one.amount - other.amount)
    .at(0)
}

function kindOf(bid: LineBid, best: LineBid | undefined) {
  if (bid === best) return 'best'
  return bid.isLive ? 'live' : 'closed'
}

/** Returns all figures of the line, or the range of a long list of bids. */
function describe(budget: number, bids: readonly LineBid[]) {
  const amounts = bids.map(({ amount }) => amount).toSorted((one, other) => one - other)
  const [lowest = 0] = amounts
  const figures =
    amounts.length > maxFigures
      ? `from ${formatMoney(lowest)} to ${formatMoney(amounts.at(-1) ?? lowest)}`
      : amounts.map(formatMoney).join(', ')
  return `Budget ${formatMoney(budget)}. ${formatCount(amounts.length, 'bid')}: ${figures}.`
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`
