import { queryOptions } from '@tanstack/react-query'
import { dataOrNothing } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** Whether somebody wants to be told of messages, and to hear it. What is saved in Settings is put here too. */
export const notificationChoice = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId, 'of-messages'],
    queryFn: () => readChoice(userId),
  })

async function readChoice(userId: string) {
  const client = await supabase()
  const settings = client.from('notification_settings').select('sound, messages')
  const row = dataOrNothing(await settings.eq('user_id', userId).maybeSingle())
  return { sound: row?.sound ?? true, messages: row?.messages ?? true }
}
