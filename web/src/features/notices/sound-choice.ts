import { queryOptions } from '@tanstack/react-query'
import { dataOrNothing } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** Whether somebody wants to hear what is new. What is saved in Settings is put here too. */
export const soundChoice = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId, 'of-notices'],
    queryFn: () => readChoice(userId),
  })

async function readChoice(userId: string) {
  const client = await supabase()
  const settings = client.from('notification_settings').select('sound')
  const row = dataOrNothing(await settings.eq('user_id', userId).maybeSingle())
  return { sound: row?.sound ?? true }
}
