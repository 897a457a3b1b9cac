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
      details: `The parameter "${first[0]}" needs an operator, as in ${first[0]}=eq.${first[1]}.`,
    },
  )
}
