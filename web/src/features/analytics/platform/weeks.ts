import { sumAmounts } from './comparison.ts'
import type { ComparedFigures, DailyFigures } from './daily-figures.queries.ts'

const daysInWeek = 7
/** Longer periods are shown by weeks. */
const maxDaysShown = 31

/** Adds up the figures of each week if there are too many days to show. The last week ends with the last day. */
export function toShownFigures(figures: ComparedFigures) {
  const isByWeek = figures.now.length > maxDaysShown
  if (!isByWeek) return { ...figures, isByWeek }
  return { now: addUpWeeks(figures.now), before: addUpWeeks(figures.before), isByWeek }
}

function addUpWeeks(days: DailyFigures[]): DailyFigures[] {
  const first = days.length % daysInWeek
  const starts = days.flatMap((_, index) =>
    index === 0 || (index - first) % daysInWeek === 0 ? index : [],
  )
  return starts.flatMap((start, index) => addUp(days.slice(start, starts[index + 1])))
}

/** Returns the sums of the days, with the date of the first one. */
function addUp(days: DailyFigures[]): DailyFigures[] {
  const [first] = days
  if (!first) return []
  const sumOf = (name: 'posted_jobs' | 'bids' | 'consultations' | 'users' | 'revenue') =>
    sumAmounts(days.map((day) => day[name]))
  return [
    {
      ...first,
      posted_jobs: sumOf('posted_jobs'),
      bids: sumOf('bids'),
      consultations: sumOf('consultations'),
      users: sumOf('users'),
      revenue: sumOf('revenue'),
    },
  ]
}
