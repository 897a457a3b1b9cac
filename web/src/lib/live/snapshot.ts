/**
 * Returns whether a read with this snapshot of PostgreSQL includes a transaction. A snapshot such as "10:13:11,12"
 * includes every transaction below 10, none from 13 on, and neither 11 nor 12.
 */
export function isVisibleIn(snapshot: string, xid: string) {
  const [min = '', max = '', running = ''] = snapshot.split(':')
  if (isBelow(xid, min)) return true
  return isBelow(xid, max) && !running.split(',').includes(xid)
}

/** Compares ids that may be too large for a number. */
function isBelow(xid: string, other: string) {
  return xid.length === other.length ? xid < other : xid.length < other.length
}
