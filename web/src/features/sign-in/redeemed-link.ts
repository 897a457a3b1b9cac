// Remembers in this browser that the user redeemed a password link. The link starts a session, which the client stores,
// so its page still works after a reload or in another tab.
import { readValue, storeValue } from '#lib/local-store.ts'
import { removeValue, storeKey } from '#lib/store-keys.ts'
import { supabase } from '#lib/supabase.ts'

export async function rememberRedeemedLink(tokenHash: string) {
  const key = await keyOfUser()
  if (key) storeValue(key, tokenHash)
}

export async function forgetRedeemedLink() {
  const key = await keyOfUser()
  if (key) removeValue(key)
}

/** Returns whether the link started the session that this browser has now. */
export async function wasRedeemedHere(tokenHash: string) {
  const key = await keyOfUser()
  return key !== undefined && readValue(key) === tokenHash
}

async function keyOfUser() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  return data.session ? storeKey(data.session.user.id, 'redeemed-link') : undefined
}
