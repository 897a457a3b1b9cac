// bcrypt, natively and off the main thread. What Supabase hashed can be verified here, and the other way round.
import { hash, verify } from '@node-rs/bcrypt'

const cost = 10
/** bcrypt sees no more of a password: what is longer would be cut off silently. */
export const mostBytes = 72

/** Of a password that nobody has, for accounts that are not there: they take as long as others. */
const nobodys = hash('nobody knows this one', { cost })

export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost, rejectLongPasswords: true })
}

export async function isPassword(password: string, kept: string | null | undefined) {
  const isComparable = Buffer.byteLength(password) <= mostBytes && Boolean(kept)
  const matches = await verify(password.slice(0, mostBytes), kept || (await nobodys))
  return isComparable && matches
}
