import type { Queryable } from '../../postgres/queryable.ts'
import { metadata, read } from '../read.ts'

type Data = Record<string, unknown>

/** What people say of themselves, and what the server says of them. */
const columns = { user: 'raw_user_meta_data', app: 'raw_app_meta_data' }

/**
 * Adds to what is there; what is null goes. Within a transaction that has locked the account, so that of two who
 * add at the same moment neither is lost.
 */
export async function mergeMetadata(
  db: Queryable,
  account: string,
  whose: keyof typeof columns,
  data: Data,
) {
  const column = columns[whose]
  const { rows } = await db.query<{ present: Data | null }>(
    `select ${column} as present from auth.users where id = $1`,
    [account],
  )
  const merged = withoutNulls({ ...rows[0]?.present, ...data })
  await db.query(`update auth.users set ${column} = $2, updated_at = now() where id = $1`, [
    account,
    read(metadata, merged),
  ])
}

export function withoutNulls(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
}
