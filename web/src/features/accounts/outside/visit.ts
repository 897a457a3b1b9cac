// A sign-in at somebody else: there, and back with a code that this browser alone can spend.
import { supabase } from '#lib/supabase.ts'
import { secondaryClient } from '#lib/secondary-client.ts'
import type { Provider } from './providers.ts'

/** Leaves this page. @param next  The page that was asked for. */
export async function visitProvider(provider: Provider, next: string | null) {
  const { auth } = await secondaryClient()
  const { error } = await auth.signInWithOAuth({ provider, options: { redirectTo: backTo(next) } })
  if (error) throw error
}

/** The same by a domain of a company. */
export async function visitCompany(domain: string, next: string | null) {
  const { auth } = await secondaryClient()
  const { error } = await auth.signInWithSSO({ domain, options: { redirectTo: backTo(next) } })
  if (error) throw error
}

function backTo(next: string | null) {
  const query = next ? `?${new URLSearchParams({ next })}` : ''
  return `${location.origin}/login${query}`
}

/** Uses up the code that somebody came back with. */
export async function endVisit(code: string) {
  const visit = await secondaryClient()
  const { data, error } = await visit.auth.exchangeCodeForSession(code)
  if (error) throw error
  const { auth } = await supabase()
  const taken = await auth.setSession(data.session)
  if (taken.error) throw taken.error
}
