import type { UserIdentity } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Failure, textIn } from '#lib/errors.ts'
import { fetchPublicConfig } from '#lib/public-config.ts'
import { secondaryClient } from '#lib/secondary-client.ts'
import { isProvider, providerNames } from '#lib/sign-in/providers.ts'
import { fetchSignInMethods } from '#lib/sign-in/sign-in-methods.ts'
import { supabase } from '#lib/supabase.ts'

export const linkedAccountsKey = (userId: string) => ['accounts', 'ways-in', userId]

export const linkedAccounts = (userId: string) =>
  queryOptions({ queryKey: linkedAccountsKey(userId), queryFn: fetchLinkedAccounts })

const identityData = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
})

async function fetchLinkedAccounts() {
  const { auth } = await supabase()
  const { data, error } = await auth.getUser()
  if (error) throw error
  const { identities = [], email_confirmed_at: confirmedAt } = data.user
  const hasConfirmedEmail = confirmedAt !== undefined
  return identities.map((identity) => {
    const { email, phone } = identityData.safeParse(identity.identity_data).data ?? {}
    return {
      identity,
      name: methodName(identity.provider),
      account: phone ? `+${phone}` : (email ?? ''),
      linkedAt: identity.created_at ?? '',
      unlinkRefusal: unlinkRefusal(identity, identities.length === 1, hasConfirmedEmail),
    }
  })
}

export type LinkedAccount = Awaited<ReturnType<typeof fetchLinkedAccounts>>[number]

export function methodName(provider: string) {
  if (isProvider(provider)) return providerNames[provider]
  if (provider.startsWith('sso:')) return 'Company account'
  return ownNames[provider] ?? provider
}

const ownNames: Record<string, string> = { email: 'Email', phone: 'Phone' }

/** Returns the reason why an account cannot be unlinked. The server enforces the same rules. */
function unlinkRefusal({ provider }: UserIdentity, isOnly: boolean, hasConfirmedEmail: boolean) {
  if (provider === 'email') {
    return isOnly
      ? "You can't unlink your only way to log in."
      : "You can't unlink the email of your account."
  }
  if (provider === 'phone') return "You can change it, but you can't unlink it."
  return isOnly && !hasConfirmedEmail
    ? 'This is your only way to log in. Link another account before you unlink it.'
    : undefined
}

/** Unlinks an account, which also ends every other session of the user. */
export async function unlink({ identity }: LinkedAccount) {
  const { auth } = await supabase()
  const { error } = await auth.unlinkIdentity(identity)
  if (error) throw error
}

export const offeredMethods = queryOptions({
  queryKey: ['accounts', 'offered'],
  queryFn: fetchSignInMethods,
  staleTime: Infinity,
})

const linkResponse = z.object({ url: z.string() })

/** Does not use the client's `linkIdentity`, because its types do not allow company accounts. */
export async function startLink(provider: string) {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  const { url, anonKey } = await fetchPublicConfig()
  const query = new URLSearchParams({
    provider,
    redirect_to: `${location.origin}/settings?${new URLSearchParams({ tab: 'security', linked: provider })}`,
    skip_http_redirect: 'true',
    code_challenge: randomChallenge(),
    code_challenge_method: 's256',
  })
  const headers = { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` }
  const response = await fetch(`${url}/auth/v1/user/identities/authorize?${query}`, { headers })
  const body: unknown = await response.json()
  if (!response.ok) throw parseFailure(body, response.status)
  location.assign(linkResponse.parse(body).url)
}

/** Requests the URL of a sign-in first, because only this URL contains the provider's name. */
export async function startCompanyLink(domain: string) {
  const { auth } = await secondaryClient()
  const options = { skipBrowserRedirect: true }
  const { data, error } = await auth.signInWithSSO({ domain, options })
  if (error) throw error
  await startLink(new URL(data.url).searchParams.get('provider') ?? '')
}

/** Creates a PKCE challenge without a verifier, so that nobody can exchange the returned code for another session. */
function randomChallenge() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseFailure(body: unknown, status: number) {
  const code = textIn(body, 'error_code')
  return new Failure({ code, status, message: textIn(body, 'msg'), hint: '' })
}
