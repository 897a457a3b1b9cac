import type { TableSubject } from '#lib/live/subjects.ts'
import type { ChatAddress } from './address.ts'

/** The rows on which it hangs whether one may write. */
export function subjectsOf(address: ChatAddress): TableSubject[] {
  if (address.kind === 'consultation') {
    return [{ table: 'consultations', filter: `id=eq.${address.consultationId}` }]
  }
  return [
    { table: 'jobs', filter: `id=eq.${address.jobId}` },
    { table: 'bids', filter: `job_id=eq.${address.jobId}` },
  ]
}
