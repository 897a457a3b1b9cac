import * as z from 'zod/mini'
import { dataOf } from './errors.ts'
import { sharedRead } from './shared-read.ts'
import { supabase } from './supabase.ts'

/** The numbers of rows by tab. Null if the user's role has no such list. */
const counts = z.nullable(z.record(z.string(), z.number()))

const dashboard = z.object({
  figures: z.unknown(),
  open_items: z.unknown(),
  job_counts: counts,
  consultation_counts: counts,
  /** The number of open items of each kind. */
  open_items_by_kind: z.record(z.string(), z.number()),
  /** The names of the job categories, in display order. */
  job_categories: z.nullable(z.array(z.string())),
})

/**
 * Reads the figures, the first open items and the counts of the tabs in one request. Several queries of a page need
 * parts of the response.
 */
export const readDashboard = sharedRead(async () => {
  const client = await supabase()
  return dashboard.parse(dataOf(await client.rpc('my_dashboard', {}, { get: true })))
})

const contractorFigures = z.object({
  total_bids: z.number(),
  pending_bids: z.number(),
  awarded_bids: z.number(),
  finished_bids: z.number(),
  rejected_bids: z.number(),
  withdrawn_bids: z.number(),
  win_rate: z.number(),
  decided_win_rate: z.nullable(z.number()),
  amount_due: z.number(),
  amount_paid: z.number(),
})

export async function readContractorFigures() {
  return contractorFigures.parse((await readDashboard()).figures)
}

const facilityFigures = z.object({
  active_contractors: z.number(),
  booked_consultants: z.number(),
  active_jobs: z.number(),
  total_jobs: z.number(),
  total_bids: z.number(),
})

export async function readFacilityFigures() {
  return facilityFigures.parse((await readDashboard()).figures)
}

const consultantFigures = z.object({
  consultations: z.number(),
  earnings: z.number(),
  upcoming: z.number(),
  average_rating: z.nullable(z.number()),
  review_count: z.number(),
  amount_due: z.number(),
  amount_paid: z.number(),
  today: z.string(),
})

export async function readConsultantFigures() {
  return consultantFigures.parse((await readDashboard()).figures)
}

const adminFigures = z.object({
  open_jobs: z.number(),
  pending_bids: z.number(),
  today: z.string(),
  users_by_role: z.record(z.string(), z.number()),
})

export async function readAdminFigures() {
  return adminFigures.parse((await readDashboard()).figures)
}
