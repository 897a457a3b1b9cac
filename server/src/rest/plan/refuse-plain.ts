import { RestError } from '../errors.ts'
import type { Query } from '../parse/query.ts'

/** What has no operator is no filter; left aside it would read, change or delete everything. */
export function refusePlain({ plain }: Query) {
  const first = plain.find(([name]) => name !== 'apikey')
  if (!first) return
  throw new RestError(
    400,
    'PGRST100',
    `"failed to parse filter (${first[1]})" (line 1, column 1)`,
    {
      details: `unexpected ${first[1] === '' ? 'end of input' : `"${first[1].charAt(0)}"`} expecting "not" or operator (eq, gt, ...)`,
    },
  )
}
