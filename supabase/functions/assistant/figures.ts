// Reads the figures from the procedures and views that the charts use.
import { type ReadRows, type Row, unreadable } from './api.ts'
import { type Day, isDay, type Range } from './calendar.ts'

export interface NamedCount {
  name: string
  count: number
}

/** The database refuses callers who are not admins. */
export async function readLiveFigures(read: ReadRows) {
  const [row] = await read('admin_live_metrics?select=open_jobs,pending_bids,today')
  if (!row) throw unreadable()
  return {
    openJobs: numberOf(row, 'open_jobs'),
    pendingBids: numberOf(row, 'pending_bids'),
    today: dayIn(row, 'today'),
  }
}

export async function readSum(read: ReadRows, procedure: string, column: string, range: Range) {
  const rows = await read(`rpc/${procedure}?start_date=${range.from}&end_date=${range.to}`)
  return rows.reduce((sum, row) => sum + numberOf(row, column), 0)
}

export async function readCategories(read: ReadRows): Promise<NamedCount[]> {
  const rows = await read('rpc/get_job_categories')
  return sorted(
    rows.map((row) => ({ name: nameOf(row, 'category'), count: numberOf(row, 'count') })),
  )
}

export async function readRoles(read: ReadRows): Promise<NamedCount[]> {
  const rows = await read('dashboard_total_users_by_role?select=role,total')
  return sorted(rows.map((row) => ({ name: nameOf(row, 'role'), count: numberOf(row, 'total') })))
}

/** Sorts by count and leaves out zeros. */
function sorted(counted: NamedCount[]) {
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}

function numberOf(row: Row, column: string) {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unreadable()
  return value
}

/** The database calculates this day in the time zone of the installation. */
function dayIn(row: Row, column: string): Day {
  const value = row[column]
  if (typeof value !== 'string' || !isDay(value)) throw unreadable()
  return value
}

/** A missing name becomes an empty text. */
function nameOf(row: Row, column: string) {
  const value = row[column] ?? ''
  if (typeof value !== 'string') throw unreadable()
  return value
}
