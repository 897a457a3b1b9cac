// bcrypt, natively and off the main thread. What Supabase hashed can be verified here, and the other way round.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/bcrypt'
import { tooOften } from '../errors.ts'

const cost = 10
/** bcrypt sees no more of a password: what is longer would be cut off silently. */
export const mostBytes = 72

/** One processor is left to everything else, however many people sign in. */
const atOnce = Math.max(1, availableParallelism() - 1)
const mostWaiting = 200

/** Of a password that nobody has, for accounts that are not there: they take as long as others. */
const nobodys = hash('nobody knows this one', { cost })

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { cost, rejectLongPasswords: true }))
}

export async function isPassword(password: string, kept: string | null | undefined) {
  const isComparable = Buffer.byteLength(password) <= mostBytes && Boolean(kept)
  const compared = kept || (await nobodys)
  const matches = await inTurn(() => verify(password.slice(0, mostBytes), compared))
  return isComparable && matches
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw tooOften(1)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The turn is handed on.
    if (next) next()
    else running -= 1
  }
}
