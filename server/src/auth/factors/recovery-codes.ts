// Ten codes on paper, each good once in place of the authenticator app. Only keyed hashes are kept.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/queryable.ts'
import { keyedHash } from '../../keys/derived-keys.ts'
import type { Auth } from '../parts.ts'

const count = 10
/** Without letters that are taken for digits. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

/** The codes in plain, for the only time. */
export async function newCodes(
  auth: Auth,
  db: Queryable,
  { userId, name }: { userId: string; name: string },
) {
  const set = { id: randomUUID(), codes: Array.from({ length: count }, newCode) }
  await db.query('delete from private.recovery_codes where user_id = $1', [userId])
  await db.query(
    `insert into private.recovery_codes (user_id, set_id, friendly_name, code_hash)
     select $1, $2, $3, hash from unnest($4::text[]) as hash`,
    [userId, set.id, name, set.codes.map((code) => hashFor(auth, userId, code))],
  )
  return { id: set.id, type: 'recovery_code', friendly_name: name, total: count, codes: set.codes }
}

export async function spendCode(auth: Auth, db: Queryable, userId: string, code: string) {
  const { rowCount } = await db.query(
    `update private.recovery_codes set spent_at = now()
     where user_id = $1 and code_hash = $2 and spent_at is null`,
    [userId, hashFor(auth, userId, code)],
  )
  return rowCount === 1
}

interface CodeSet {
  id: string
  name: string
  total: number
  remaining: number
}

export async function findCodes(db: Queryable, userId: string): Promise<CodeSet | undefined> {
  const { rows } = await db.query<CodeSet>(
    `select set_id as id, min(friendly_name) as name, count(*)::integer as total,
       (count(*) filter (where spent_at is null))::integer as remaining
     from private.recovery_codes where user_id = $1 group by set_id`,
    [userId],
  )
  return rows[0]
}

/** 80 random bits, in groups of four. */
function newCode() {
  const code = Array.from(randomBytes(16), (byte) => signs[byte % signs.length]).join('')
  return (code.match(/.{4}/gu) ?? []).join('-')
}

/** As people write it: with or without hyphens, in capitals, with a letter for a digit. */
function hashFor({ keys }: Auth, userId: string, written: string) {
  const code = written
    .toLowerCase()
    .replaceAll(/[^\da-z]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/gu, '1')
  return keyedHash(keys.recoveryCodes, `${userId} ${code}`).toString('hex')
}
