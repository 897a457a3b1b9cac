// Builds parts of SQL statements that run queries as several users, one after another.
import type { Identity } from '../../http/identity.ts'
import type { Statement } from '../../postgres/pool/request-pool.ts'

/**
 * Returns the statement that sets the search path and the role. A batch contains this statement only once, because
 * PostgreSQL plans queries again after each change of the search path or the role.
 */
export function becomeRole(role: string): Statement {
  const text = "select set_config('search_path', '', true), set_config('role', $1, true)"
  return { text, values: [role] }
}

/** Returns an array literal with the claims of each user. */
export function claimsArray(identities: readonly Identity[]) {
  // JSON text has no control characters, so JSON quoting is valid inside a PostgreSQL array literal.
  return `{${identities.map(({ claims }) => JSON.stringify(claims)).join(',')}}`
}

/** Returns an array literal with the ids of the users, so that auth.uid() does not have to parse the claims. */
export function userIdsArray(identities: readonly Identity[]) {
  return `{${identities.map(({ sub }) => (sub !== undefined && uuid.test(sub) ? sub : '""')).join(',')}}`
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u
