import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { deviceName } from './device-name.ts'

export const mySessions = (userId: string) =>
  queryOptions({ queryKey: ['accounts', 'sessions', userId], queryFn: readSessions })

async function readSessions() {
  const client = await supabase()
  const rows = dataOf(await client.rpc('my_sessions'))
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    address: typeof row.ip === 'string' ? row.ip : '',
    begunAt: row.created_at,
    // Before the first refresh there is none.
    seenAt: row.refreshed_at || row.created_at,
    isThis: row.is_this,
  }))
}

export type MySession = Awaited<ReturnType<typeof readSessions>>[number]

export async function endSession(id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('end_my_session', { id }))
}

export async function endOtherSessions() {
  const { auth } = await supabase()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
