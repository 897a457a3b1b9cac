import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
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

const columns =
  `id, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee` as const

async function readProfile(userId: string) {
  const client = await supabase()
  return dataOf(await client.from('profiles').select(columns).eq('id', userId).single())
}

export type OwnProfile = Awaited<ReturnType<typeof readProfile>>
