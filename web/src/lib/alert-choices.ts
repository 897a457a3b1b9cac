import { queryOptions } from '@tanstack/react-query'
import { dataOrNull } from './errors.ts'
import { supabase } from './supabase.ts'

/** Reads which alerts the user wants. Saving the settings also updates this cached query. */
export const alertChoices = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId],
    queryFn: () => fetchChoices(userId),
  })

async function fetchChoices(userId: string) {
  const client = await supabase()
  const settings = client.from('notification_settings').select('sound, messages')
  const row = dataOrNull(await settings.eq('user_id', userId).maybeSingle())
  return { sound: row?.sound ?? true, messages: row?.messages ?? true }
}
