// Creates and checks recovery codes, which users print. Each code works once in place of a second factor. The database
// stores only keyed hashes of the codes.
import { randomBytes, randomUUID } from 'node:crypto'
import { keyedHash } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'

const codesPerSet = 10
/**
 * These are the characters of Crockford's base 32. The letters i, l and o are missing, because they look like digits.
 * The letter u is missing too.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the codes in plain text. The server cannot show them again. */
export async function createRecoveryCodes(
  auth: AuthDependencies,
  db: Queryable,
  { userId, name }: { userId: string; name: string },
) {
  const set = { id: randomUUID(), codes: Array.from({ length: codesPerSet }, createCode) }
  await db.query('delete from private.recovery_codes where user_id = $1', [userId])
  await db.query(
    `insert into private.recovery_codes (user_id, set_id, friendly_name, code_hash)
     select $1, $2, $3, hash from unnest($4::text[]) as hash`,
    [userId, set.id, name, set.codes.map((code) => hashFor(auth, userId, code))],
  )
  return {
    id: set.id,
    type: 'recovery_code',
    friendly_name: name,
    total: codesPerSet,
    codes: set.codes,
  }
}

export async function consumeRecoveryCode(
  auth: AuthDependencies,
  db: Queryable,
  userId: string,
  code: string,
) {
  const { rowCount } = await db.query(
    `update private.recovery_codes set spent_at = now()
     where user_id = $1 and code_hash = $2 and spent_at is null`,
    [userId, hashFor(auth, userId, code)],
  )
  return rowCount === 1
}

interface RecoveryCodeSet {
  id: string
  name: string
  total: number
  remaining: number
}

export async function findRecoveryCodes(
  db: Queryable,
  userId: string,
): Promise<RecoveryCodeSet | undefined> {
  const { rows } = await db.query<RecoveryCodeSet>(
    `select set_id as id, min(friendly_name) as name, count(*)::integer as total,
       (count(*) filter (where spent_at is null))::integer as remaining
     from private.recovery_codes where user_id = $1 group by set_id`,
    [userId],
  )
  return rows[0]
}

/** Returns a code with 80 random bits, in groups of four characters. */
function createCode() {
  const code = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')
  return (code.match(/.{4}/gu) ?? []).join('-')
}

/**
 * Hashes a code that a person typed. Hyphens are optional, capitals are allowed, and the letters o, i and l count as
 * the digits that they resemble.
 */
function hashFor({ keys }: AuthDependencies, userId: string, typed: string) {
  const code = typed
    .toLowerCase()
    .replaceAll(/[^\da-z]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/gu, '1')
  return keyedHash(keys.recoveryCodes, `${userId} ${code}`).toString('hex')
}
