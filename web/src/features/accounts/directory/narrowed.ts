import { asExpression } from '../../../lib/any-contains.ts'
import { isUuid } from '../../../lib/is-uuid.ts'
import type { Role } from '../roles.ts'

/** What is needed of a select of supabase-js. */
interface Narrowable<Query> {
  eq: (column: 'role', value: string) => Query
  gt: (column: 'banned_until', value: string) => Query
  like: (column: 'words', pattern: string) => Query
  ilike: (column: 'words', pattern: string) => Query
  regexIMatch: (column: 'words', expression: string) => Query
  or: (conditions: string) => Query
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

/**
 * Words are names, company, address and role in small letters, a line each; among those of one role, the role says
 * nothing.
 */
function foundBy<Query extends Narrowable<Query>>(query: Query, text: string, isByRole: boolean) {
  // A star would mean %, and cannot be escaped.
  if (text.includes('*'))
    return query.regexIMatch('words', `${asExpression(text)}${isByRole ? '' : '.*\n'}`)
  const pattern = `%${asItStands(text.toLowerCase())}%${isByRole ? '' : '\n%'}`
  const [first, last] = idsIn(text)
  if (first) return query.or(`words.like."${pattern}",and(id.gte.${first},id.lte.${last})`)
  // The server's small letters may be others than the browser's; where they are not, comparing costs half.
  return /^[ -~]*$/.test(text) ? query.like('words', pattern) : query.ilike('words', pattern)
}

/** Without the meaning that signs have in patterns. */
function asItStands(text: string) {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** An id, whole or its first eight digits, as lists show it: the first and the last that it may be. */
function idsIn(text: string): string[] {
  if (isUuid(text)) return [text, text]
  if (!/^[\da-f]{8}$/i.test(text)) return []
  return [`${text}-0000-0000-0000-000000000000`, `${text}-ffff-ffff-ffff-ffffffffffff`]
}
