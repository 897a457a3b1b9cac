import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { supabase } from '#lib/supabase.ts'

/** Reads the profile's fields that the owner can edit. */
export const ownProfile = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'own-profile', userId],
    queryFn: () => fetchOwnProfile(userId),
    // `staleTime` prevents a refetch while the user edits the form. `gcTime` makes each visit load the current profile.
    staleTime: Infinity,
    gcTime: 0,
  })

const ownColumns =
  `id, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee` as const

async function fetchOwnProfile(userId: string) {
  const client = await supabase()
  return dataOf(await client.from('profiles').select(ownColumns).eq('id', userId).single())
}

export type OwnProfile = Awaited<ReturnType<typeof fetchOwnProfile>>

/** The result is null if the profile does not exist or is hidden from the current user. */
export const publicProfile = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'profile', userId],
    queryFn: () => fetchPublicProfile(userId),
  })

const publicColumns =
  `id, role, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee, average_rating, is_hidden` as const

async function fetchPublicProfile(userId: string) {
  if (!isUuid(userId)) return null
  const client = await supabase()
  return dataOrNull(
    await client.from('profiles').select(publicColumns).eq('id', userId).maybeSingle(),
  )
}

export type PublicProfile = NonNullable<Awaited<ReturnType<typeof fetchPublicProfile>>>
