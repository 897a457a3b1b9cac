import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { nameOf, secondaryNameOf } from '#lib/format.ts'
import type { TableSubject } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'
import { type ChatAddress, isId } from './address.ts'

const person = 'id, role, username, full_name, company_name, headline, profile_picture'
const columns = `
  job_id, consultation_id, partner_id,
  facility:profiles!conversations_facility_id_fkey(${person}),
  partner:profiles!conversations_partner_id_fkey(${person}),
  job:jobs(id, title, status, is_deleted, budget, category, location, created_at,
    awarded_contractor_id, awarded_at, finished_at,
    photos:job_photos(path), payment:payments(amount, status, paid_at)),
  consultation:consultations(title, scheduled_at, ends_at, duration_minutes, fee, status, has_ended, created_at)
` as const

/** Reads the other person and the subject of a conversation. */
export const conversationDetails = (conversationId: string, me: string) =>
  queryOptions({
    queryKey: ['messages', 'background', me, conversationId],
    queryFn: () => fetchDetails(conversationId, me),
  })

async function fetchDetails(conversationId: string, me: string) {
  const client = await supabase()
  const found = await client
    .from('conversations')
    .select(columns)
    .eq('id', conversationId)
    .order('position', { referencedTable: 'job.photos' })
    .limit(1, { referencedTable: 'job.photos' })
    .single()
  const { facility, partner, partner_id: partnerId, ...row } = dataOf(found)
  const other = facility?.id === me ? partner : facility
  return {
    jobId: row.job_id,
    /** The contractor or consultant. */
    partnerId,
    /** Whether the user is the facility. */
    isFacility: facility?.id === me,
    consultationId: row.consultation_id,
    job: row.job,
    consultation: row.consultation,
    topic: row.job_id ? `job:${row.job_id}:${partnerId}` : `consultation:${row.consultation_id}`,
    other: other
      ? {
          id: other.id,
          role: other.role,
          name: nameOf(other),
          lesserName: secondaryNameOf(other),
          headline: other.headline ?? '',
          picture: other.profile_picture ?? '',
        }
      : undefined,
  }
}

export type ConversationDetails = Awaited<ReturnType<typeof fetchDetails>>

export type ConversationJob = NonNullable<ConversationDetails['job']>

/** Reads the contractor's latest bid on the job of a conversation. */
export const conversationBid = (details: ConversationDetails | undefined) => {
  const { jobId = null, partnerId = null } = details ?? {}
  return queryOptions({
    queryKey: ['messages', 'bid', jobId, partnerId],
    queryFn: () => fetchBid(jobId ?? '', partnerId ?? ''),
    enabled: jobId !== null && partnerId !== null,
  })
}

async function fetchBid(jobId: string, contractorId: string) {
  const client = await supabase()
  const latest = client
    .from('bids')
    .select('id, amount, status, created_at')
    .match({ job_id: jobId, contractor_id: contractorId })
    .order('created_at', { ascending: false })
    .limit(1)
  const [bid] = dataOf(await latest)
  return bid ?? null
}

export type ConversationBid = Awaited<ReturnType<typeof fetchBid>>

/** Reads the latest conversation with a person, preferably a writable one, or null. */
export const latestConversationWith = (me: string, userId: string) =>
  queryOptions({
    queryKey: ['messages', 'with', me, userId],
    queryFn: () => fetchLatestWith(userId),
    // Do not use the cache, because every message may change which conversation is the latest.
    staleTime: 0,
    gcTime: 0,
  })

async function fetchLatestWith(userId: string): Promise<ChatAddress | null> {
  if (!isId(userId)) return null
  const client = await supabase()
  const [row] = dataOf(await client.rpc('conversation_with', { user_id: userId }))
  if (!row) return null
  if (row.consultation_id) return { kind: 'consultation', consultationId: row.consultation_id }
  return { kind: 'job', jobId: row.job_id, contractorId: row.contractor_id }
}

/** Returns the subscriptions to the rows that decide whether this user may write. */
export function accessSubjects(address: ChatAddress): TableSubject[] {
  if (address.kind === 'consultation') {
    return [{ table: 'consultations', filter: `id=eq.${address.consultationId}` }]
  }
  return [
    { table: 'jobs', filter: `id=eq.${address.jobId}` },
    { table: 'bids', filter: `job_id=eq.${address.jobId}` },
    { table: 'payments', filter: `job_id=eq.${address.jobId}` },
  ]
}
