import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import { type ChatAddress, isId } from './address.ts'

/** The latest conversation with a person that is open for writing, else the latest one; null where there is none. */
export const latestWith = (me: string, userId: string) =>
  queryOptions({
    queryKey: ['messages', 'with', me, userId],
    queryFn: () => readLatestWith(userId),
    // Which one it is changes with every message.
    staleTime: 0,
    gcTime: 0,
  })

async function readLatestWith(userId: string): Promise<ChatAddress | null> {
  if (!isId(userId)) return null
  const client = await supabase()
  const [row] = dataOf(await client.rpc('conversation_with', { user_id: userId }))
  if (!row) return null
  if (row.consultation_id) return { kind: 'consultation', consultationId: row.consultation_id }
  return { kind: 'job', jobId: row.job_id, contractorId: row.contractor_id }
}
