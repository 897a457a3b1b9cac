import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The consultation to talk in: the next that is not over, else the latest; null where there never was one. */
export const talkToOpen = (userId: string) =>
  queryOptions({
    queryKey: ['consultations', 'talk', userId],
    queryFn: () => readTalk(userId),
  })

async function readTalk(userId: string): Promise<string | null> {
  const client = await supabase()
  const mine = () => client.from('consultations').select('id').eq('consultant_id', userId).limit(1)
  const [next] = dataOf(
    await mine().eq('status', 'booked').eq('has_ended', false).order('scheduled_at'),
  )
  if (next) return next.id
  const [latest] = dataOf(await mine().order('scheduled_at', { ascending: false }))
  return latest?.id ?? null
}
