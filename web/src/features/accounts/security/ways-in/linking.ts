// A link by hand: to a provider and back, in the session that is there.
import * as z from 'zod/mini'
import { Failure, textIn } from '#lib/errors.ts'
import { fetchPublicConfig } from '#lib/public-config.ts'
import { supabase } from '#lib/supabase.ts'
import { secondaryClient } from '#lib/secondary-client.ts'

const answer = z.object({ url: z.string() })

/**
 * Leaves this page. The client's `linkIdentity` is the same request, and its types know no company.
 * @param provider  As the server names it.
 */
export async function beginLink(provider: string) {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  const { url, anonKey } = await fetchPublicConfig()
  const query = new URLSearchParams({
    provider,
    redirect_to: `${location.origin}/settings?${new URLSearchParams({ tab: 'security', linked: provider })}`,
    skip_http_redirect: 'true',
    code_challenge: challengeOfNobody(),
    code_challenge_method: 's256',
  })
  const headers = { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` }
  const response = await fetch(`${url}/auth/v1/user/identities/authorize?${query}`, { headers })
  const body: unknown = await response.json()
  if (!response.ok) throw refusalIn(body, response.status)
  location.assign(answer.parse(body).url)
}

/** The same by a domain of a company, of which the server tells how it names it. */
export async function beginCompanyLink(domain: string) {
  const { auth } = await secondaryClient()
  const options = { skipBrowserRedirect: true }
  const { data, error } = await auth.signInWithSSO({ domain, options })
  if (error) throw error
  await beginLink(new URL(data.url).searchParams.get('provider') ?? '')
}

/** What comes back could begin one more session. This one goes on, so nobody keeps what that would need. */
function challengeOfNobody() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refusalIn(body: unknown, status: number) {
  const code = textIn(body, 'error_code')
  return new Failure({ code, status, message: textIn(body, 'msg'), hint: '' })
}
