import { useQueryClient } from '@tanstack/react-query'
import { bidsOnJobKey } from '#features/bids/bids-on-job.queries.ts'
import { jobConsultationsKey } from '#features/consultations/job-consultations.tsx'
import { availableJobsTopic } from '#features/jobs/available-jobs.queries.ts'
import { jobDetailsKey } from '#features/jobs/job-page/job-page.queries.ts'
import { jobConversationsKey } from '#features/messages/job-conversations.tsx'
import { jobPaymentKey } from '#features/payments/payments.queries.ts'
import { isUuid } from '#lib/ids.ts'
import { refreshInBackground } from '#lib/live/refresh.ts'
import type { Change } from '#lib/live/subjects.ts'
import { useLive } from '#lib/live/use-live.ts'

/** Refreshes the parts of a job's page that a change affects. */
export function useJobLive(jobId: string, { isContractor = false } = {}) {
  const queries = useQueryClient()
  const details = jobDetailsKey(jobId)
  const bids = bidsOnJobKey(jobId)
  const conversations = jobConversationsKey(jobId)
  const payment = jobPaymentKey(jobId)
  const consultations = jobConsultationsKey(jobId)
  const ofJob = `job_id=eq.${jobId}`
  // An open dialog shows whether the job still takes bids.
  const toBidOn = ['jobs', 'to-bid-on', jobId]
  const isOfJob = ({ row, before }: Change) => [row, before].some(({ id }) => id === jobId)
  const tables = [
    {
      table: 'jobs',
      filter: `id=eq.${jobId}`,
      // A DELETE event is reported for every job that is now hidden from the user.
      keysFor: (change: Change) => (isOfJob(change) ? [details, bids, payment, toBidOn] : []),
    },
    // The job tells how many bids it has, and what the user may do with it.
    { table: 'bids', filter: ofJob, keysFor: () => [bids, details, conversations, toBidOn] },
    { table: 'payments', filter: ofJob, keysFor: () => [payment, bids] },
    { table: 'consultations', filter: ofJob, keysFor: () => [consultations] },
    // The first message of a contractor opens the chat for the facility.
    { table: 'messages', filter: ofJob, keysFor: () => [conversations, bids] },
  ] as const
  useLive({
    tables: isUuid(jobId) ? tables : [],
    // Contractors get no events of other bids, but their number is broadcast.
    topics: isContractor
      ? [
          {
            topic: availableJobsTopic,
            onBroadcast: ({ payload }) => {
              if (payload['id'] !== jobId) return
              refreshInBackground(queries, details)
              refreshInBackground(queries, toBidOn)
            },
          },
        ]
      : [],
    keys: [details, bids, payment, consultations, conversations],
  })
}
