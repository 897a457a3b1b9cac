// How somebody gets into their account, besides a password.
import type { UserIdentity } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '#lib/supabase.ts'
import { isProvider, providerNames } from '../../outside/providers.ts'

export const waysInKey = (userId: string) => ['accounts', 'ways-in', userId]

export const waysIn = (userId: string) =>
  queryOptions({ queryKey: waysInKey(userId), queryFn: readWaysIn })

/** What the provider said of its person. */
const said = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
})

async function readWaysIn() {
  const { auth } = await supabase()
  const { data, error } = await auth.getUser()
  if (error) throw error
  const { identities = [], email_confirmed_at: confirmedAt } = data.user
  const isOpenByMail = confirmedAt !== undefined
  return identities.map((identity) => {
    const { email, phone } = said.safeParse(identity.identity_data).data ?? {}
    return {
      identity,
      name: nameOf(identity.provider),
      account: phone ? `+${phone}` : (email ?? ''),
      linkedAt: identity.created_at ?? '',
      keptBecause: keptBecause(identity, identities.length === 1, isOpenByMail),
    }
  })
}

export type WayIn = Awaited<ReturnType<typeof readWaysIn>>[number]

export function nameOf(provider: string) {
  if (isProvider(provider)) return providerNames[provider]
  if (provider.startsWith('sso:')) return 'Company account'
  return ownNames[provider] ?? provider
}

const ownNames: Record<string, string> = { email: 'Email', phone: 'Phone' }

/** Why it cannot be unlinked; the server refuses it for the same reason. */
function keptBecause({ provider }: UserIdentity, isOnly: boolean, isOpenByMail: boolean) {
  if (provider === 'email') {
    return isOnly
      ? 'Your only way in, so it cannot be unlinked.'
      : 'Your account is known by it, so it cannot be unlinked.'
  }
  if (provider === 'phone') return 'It can be changed, and not unlinked.'
  return isOnly && !isOpenByMail
    ? 'Your only way in: link another one before you unlink it.'
    : undefined
}

/** Every other session ends with it. */
export async function unlink({ identity }: WayIn) {
  const { auth } = await supabase()
  const { error } = await auth.unlinkIdentity(identity)
  if (error) throw error
}
