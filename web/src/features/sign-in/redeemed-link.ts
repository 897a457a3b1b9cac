// Remembers in this tab that a password link was redeemed, so that its page still works after a reload. The session
// itself is stored by the client.
import * as z from 'zod/mini'
import { supabase } from '#lib/supabase.ts'

const key = 'redeemed-link'
const storedLink = z.object({ tokenHash: z.string(), userId: z.string() })

export async function rememberRedeemedLink(tokenHash: string) {
  const userId = await sessionUserId()
  safely(() => sessionStorage.setItem(key, JSON.stringify({ tokenHash, userId })))
}

export function forgetRedeemedLink() {
  safely(() => sessionStorage.removeItem(key))
}

export function wasRedeemedHere(tokenHash: string) {
  return readLink()?.tokenHash === tokenHash
}

/** Returns whether this browser still has the session that the link started. */
export async function hasSessionOfLink() {
  const userId = await sessionUserId()
  return userId !== undefined && readLink()?.userId === userId
}

async function sessionUserId() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  return data.session?.user.id
}

function readLink() {
  const stored = safely((): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  const parsed = storedLink.safeParse(stored)
  return parsed.success ? parsed.data : undefined
}

/** Returns undefined if the storage is switched off. The page then works until it is reloaded. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
