import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

export interface Booking {
  facility_id: string
  consultant_id: string
  scheduled_at: string
  duration_minutes: number
  job_id: string | null
}

/**
 * @param key  The same for every try to book this, so that it is booked once.
 * @returns What it costs, as the consultant asked at that moment.
 */
export async function bookConsultation(booking: Booking, key: string): Promise<number> {
  const client = await supabase()
  const call = client.from('consultations').insert(booking).setHeader('Idempotency-Key', key)
  return dataOf(await call.select('fee').single()).fee
}

/** What the dialog offers: the clock of the person who books, and the jobs that the advice may be about. */
export const bookingChoices = (userId: string) =>
  queryOptions({
    queryKey: ['consultations', 'choices', userId],
    queryFn: () => readChoices(userId),
  })

export const mostJobs = 100

async function readChoices(userId: string) {
  const client = await supabase()
  const [profile, jobs] = await Promise.all([
    client.from('profiles').select('time_zone').eq('id', userId).single(),
    client
      .from('jobs')
      .select('id, title')
      .eq('facility_id', userId)
      .eq('is_deleted', false)
      .order('created_at', { ascending: false })
      .limit(mostJobs),
  ])
  return { zone: dataOf(profile).time_zone, jobs: dataOf(jobs) }
}

export type BookingChoices = Awaited<ReturnType<typeof readChoices>>
