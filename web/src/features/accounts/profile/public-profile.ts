import { queryOptions } from '@tanstack/react-query'
import { dataOrNothing } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

/** A person as others see them; null for one who is hidden, or is not there. */
export const publicProfile = (personId: string) =>
  queryOptions({
    queryKey: ['accounts', 'profile', personId],
    queryFn: () => readPublicProfile(personId),
  })

const columns =
  `id, role, username, full_name, company_name, headline, location, bio, services, certifications,
  profile_picture, time_zone, consultation_fee, average_rating` as const

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function readPublicProfile(personId: string) {
  // What is no id is nobody's.
  if (!uuid.test(personId)) return null
  const client = await supabase()
  return dataOrNothing(
    await client.from('profiles').select(columns).eq('id', personId).maybeSingle(),
  )
}

export type PublicProfile = NonNullable<Awaited<ReturnType<typeof readPublicProfile>>>
