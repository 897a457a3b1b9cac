import { queryOptions } from '@tanstack/react-query'
import { dataOrNull } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { supabase } from '#lib/supabase.ts'

/** A person as others see them; null for one who is hidden, or is not there. */
export const publicProfile = (personId: string) =>
  queryOptions({
    queryKey: ['accounts', 'profile', personId],
    queryFn: () => readPublicProfile(personId),
  })

const columns =
  `id, role, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee, average_rating, is_hidden` as const

async function readPublicProfile(personId: string) {
  // What is no id is nobody's.
  if (!isUuid(personId)) return null
  const client = await supabase()
  return dataOrNull(
    await client.from('profiles').select(columns).eq('id', personId).maybeSingle(),
  )
}

export type PublicProfile = NonNullable<Awaited<ReturnType<typeof readPublicProfile>>>
