import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { supabase } from '#lib/supabase.ts'

/** What a person can change of the own profile. */
export const ownProfile = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'own-profile', userId],
    queryFn: () => readProfile(userId),
    // What is being edited does not change under the hand; a visit begins with what is true.
    staleTime: Infinity,
    gcTime: 0,
  })

const ownColumns =
  `id, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee` as const

async function readProfile(userId: string) {
  const client = await supabase()
  return dataOf(await client.from('profiles').select(ownColumns).eq('id', userId).single())
}

export type OwnProfile = Awaited<ReturnType<typeof readProfile>>

/** A person as others see them; null for one who is hidden, or is not there. */
export const publicProfile = (personId: string) =>
  queryOptions({
    queryKey: ['accounts', 'profile', personId],
    queryFn: () => readPublicProfile(personId),
  })

const publicColumns =
  `id, role, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee, average_rating, is_hidden` as const

async function readPublicProfile(personId: string) {
  // What is no id is nobody's.
  if (!isUuid(personId)) return null
  const client = await supabase()
  return dataOrNull(
    await client.from('profiles').select(publicColumns).eq('id', personId).maybeSingle(),
  )
}

export type PublicProfile = NonNullable<Awaited<ReturnType<typeof readPublicProfile>>>
