// The provider sends the browser back with a code that only this browser can exchange (PKCE).
import { secondaryClient } from '#lib/secondary-client.ts'
import type { Provider } from '#lib/sign-in/providers.ts'
import { supabase } from '#lib/supabase.ts'

/** `next` is the page to open after the sign-in. */
export async function signInWithProvider(provider: Provider, next: string | null) {
  const { auth } = await secondaryClient()
  const options = { redirectTo: returnUrl(next) }
  const { error } = await auth.signInWithOAuth({ provider, options })
  if (error) throw error
}

export async function signInWithCompany(domain: string, next: string | null) {
  const { auth } = await secondaryClient()
  const { error } = await auth.signInWithSSO({ domain, options: { redirectTo: returnUrl(next) } })
  if (error) throw error
}

function returnUrl(next: string | null) {
  const query = next ? `?${new URLSearchParams({ next })}` : ''
  return `${location.origin}/login${query}`
}

/** Exchanges the code for a session, and hands the session to the main client. */
export async function exchangeCode(code: string) {
  const secondary = await secondaryClient()
  const { data, error } = await secondary.auth.exchangeCodeForSession(code)
  if (error) throw error
  const { auth } = await supabase()
  const result = await auth.setSession(data.session)
  if (result.error) throw result.error
}
