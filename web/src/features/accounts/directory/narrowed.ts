import { asExpression } from '../../../lib/any-contains.ts'
import type { Role } from '../roles.ts'

/** What is needed of a select of supabase-js. */
interface Narrowable<Query> {
  eq: (column: 'role', value: string) => Query
  gt: (column: 'banned_until', value: string) => Query
  like: (column: 'words', pattern: string) => Query
  ilike: (column: 'words', pattern: string) => Query
  regexIMatch: (column: 'words', expression: string) => Query
}

/** Everybody whom the filters leave, or those of them with one role. */
export function narrowed<Query extends Narrowable<Query>>(
  query: Query,
  { search, role, state }: Record<string, string>,
  only?: Role,
): Query {
  let left = query
  const wantedRole = only ?? role
  if (wantedRole) left = left.eq('role', wantedRole)
  if (state === 'banned') left = left.gt('banned_until', new Date().toISOString())
  return search ? foundBy(left, search, only === undefined) : left
}

/** Words are names, address and role in small letters, a line each; among those of one role, the role says nothing. */
function foundBy<Query extends Narrowable<Query>>(query: Query, text: string, isByRole: boolean) {
  // A star would mean %, and cannot be escaped.
  if (text.includes('*'))
    return query.regexIMatch('words', `${asExpression(text)}${isByRole ? '' : '.*\n'}`)
  const pattern = `%${asItStands(text.toLowerCase())}%${isByRole ? '' : '\n%'}`
  // The server's small letters may be others than the browser's; where they are not, comparing costs half.
  return /^[ -~]*$/.test(text) ? query.like('words', pattern) : query.ilike('words', pattern)
}

/** Without the meaning that signs have in patterns. */
function asItStands(text: string) {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
