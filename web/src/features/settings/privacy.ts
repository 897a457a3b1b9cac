import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export const privacy = (userId: string) =>
  queryOptions({ queryKey: ['settings', 'privacy', userId], queryFn: () => readPrivacy(userId) })

async function readPrivacy(userId: string) {
  const client = await supabase()
  return dataOf(await client.from('profiles').select('is_hidden').eq('id', userId).single())
}

export async function saveHidden(userId: string, isHidden: boolean) {
  const client = await supabase()
  const call = client.from('profiles').update({ is_hidden: isHidden }).eq('id', userId)
  return dataOf(await call.select('is_hidden').single())
}
