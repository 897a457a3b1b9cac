import { queryOptions } from '@tanstack/react-query'
import { dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { roleIn } from './roles.ts'

/** What the frame of the app needs to know about the person who is signed in. */
export const me = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'me', userId],
    queryFn: () => readMe(userId),
    staleTime: 60_000,
  })

export async function readMe(userId: string) {
  const client = await supabase()
  const row = dataOrNull(
    await client
      .from('profiles')
      .select('role, username, full_name, company_name, profile_picture')
      .eq('id', userId)
      .maybeSingle(),
  )
  if (!row) return null
  return {
    role: roleIn(row.role),
    name: row.full_name?.trim() || row.username?.trim() || '',
    fullName: row.full_name?.trim() ?? '',
    company: row.company_name ?? '',
    picture: row.profile_picture ?? '',
  }
}

export type Me = NonNullable<Awaited<ReturnType<typeof readMe>>>
