// Remembers in this browser that the user redeemed a password link. The link starts a session, which the client stores,
// so its page still works after a reload or in another tab. The page is small, so this file does not use local-store.ts,
// which shares a chunk with large modules.
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

/** Returns whether the link started the session that this browser has now. */
export async function wasRedeemedHere(tokenHash: string) {
  const key = await keyOfUser()
  return key !== undefined && safely(() => localStorage.getItem(key)) === tokenHash
}

async function keyOfUser() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  return data.session ? storeKey(data.session.user.id, 'redeemed-link') : undefined
}

/** Returns undefined if the storage is full or switched off. A second attempt then needs a new link. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
