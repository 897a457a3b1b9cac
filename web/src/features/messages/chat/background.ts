import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { lesserNameOf, nameOf } from '#lib/format/name.ts'
import { supabase } from '#lib/supabase.ts'

const person = 'id, role, username, full_name, company_name, headline, profile_picture'
const columns = `
  job_id, consultation_id, partner_id,
  facility:profiles!conversations_facility_id_fkey(${person}),
  partner:profiles!conversations_partner_id_fkey(${person}),
  job:jobs(title, status, is_deleted, budget, category, location, awarded_contractor_id),
  consultation:consultations(scheduled_at, ends_at, duration_minutes, fee, status, has_ended)
` as const

/** Who the other side is, and what it is about. */
export const background = (conversationId: string, me: string) =>
  queryOptions({
    queryKey: ['messages', 'background', me, conversationId],
    queryFn: () => readBackground(conversationId, me),
  })

async function readBackground(conversationId: string, me: string) {
  const client = await supabase()
  const found = await client.from('conversations').select(columns).eq('id', conversationId).single()
  const { facility, partner, partner_id: partnerId, ...row } = dataOf(found)
  const other = facility?.id === me ? partner : facility
  return {
    jobId: row.job_id,
    consultationId: row.consultation_id,
    job: row.job,
    consultation: row.consultation,
    topic: row.job_id ? `job:${row.job_id}:${partnerId}` : `consultation:${row.consultation_id}`,
    other: other
      ? {
          id: other.id,
          role: other.role,
          name: nameOf(other),
          lesserName: lesserNameOf(other),
          headline: other.headline ?? '',
          picture: other.profile_picture ?? '',
        }
      : undefined,
  }
}

export type Background = Awaited<ReturnType<typeof readBackground>>
