// Remembers that the user redeemed a password link, so that the link's page still works after a reload. This file does
// not use local-store.ts, because that module shares a chunk with large modules.
import { removeValue, storeKey } from '#lib/store-keys.ts'
import { supabase } from '#lib/supabase.ts'

export async function rememberRedeemedLink(tokenHash: string) {
  const key = await keyOfUser()
  if (key) safely(() => localStorage.setItem(key, tokenHash))
}

export async function forgetRedeemedLink() {
  const key = await keyOfUser()
  if (key) removeValue(key)
}

/** Returns whether this link started the session that the browser has now. */
export async function wasRedeemedHere(tokenHash: string) {
  const key = await keyOfUser()
  return key !== undefined && safely(() => localStorage.getItem(key)) === tokenHash
}

async function keyOfUser() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  return data.session ? storeKey(data.session.user.id, 'redeemed-link') : undefined
}

/** Returns undefined if the storage is full or switched off. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
