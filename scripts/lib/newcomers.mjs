// Creates self-registered users for screenshots, because the demo has none.
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'

const config = z.object({ anonKey: z.string() })
const password = 'Brook-over-stone-42'

/**
 * Signs up a user, or signs in if the user exists. Resolves with the values that a browser would
 * store.
 * @param {string} site
 * @param {string} name
 */
export async function signUpNewcomer(site, name) {
  const { anonKey } = config.parse(await (await fetch(`${site}/config.json`)).json())
  /** @type {Map<string, string>} */
  const storedItems = new Map()
  const storage = {
    getItem: (/** @type {string} */ key) => storedItems.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
      void storedItems.set(key, value),
    removeItem: (/** @type {string} */ key) => void storedItems.delete(key),
  }
  const { auth } = createClient(site, anonKey, { auth: { storage, autoRefreshToken: false } })
  const email = `${name.toLowerCase().replace(' ', '.')}@example.test`
  const options = { data: { full_name: name } }
  const { error } = await auth.signUp({ email, password, options })
  if (error) await auth.signInWithPassword({ email, password })
  return [...storedItems]
}
