// Answers a question whose topic is known.
import type { ReadRows } from './api.ts'
import { type Day, daysBetween, type Range } from './calendar.ts'
import { readCategories, readRoles, readSum } from './figures.ts'
import type { ParsedQuestion } from './question.ts'
import type { DatedTopic, NowTopic, Topic } from './topics.ts'
import {
  sayBids,
  sayCategories,
  sayConsultations,
  sayNewUsers,
  sayOpenJobs,
  sayPendingBids,
  sayPostedJobs,
  sayRevenue,
  sayRoles,
} from './sentences.ts'

export interface AssistantAnswer {
  answer: string
  /** The topic and the days of the answer, which are null for a current figure. */
  filter: { topic: Topic; from: Day | null; to: Day | null } | null
  /** The screen that shows the figure, or null if the answer has no figure. */
  link: string | null
}

interface Sources {
  read: ReadRows
  live: { openJobs: number; pendingBids: number }
}

/** The maximum length of a range that the procedures accept. */
const maxRangeDays = 1000

const links: Record<Topic, string> = {
  'open jobs': '/admin/jobs?state=open',
  'posted jobs': '/admin-dashboard',
  'pending bids': '/admin/bids?status=pending',
  bids: '/admin-dashboard',
  revenue: '/admin-dashboard',
  'new users': '/admin-dashboard',
  consultations: '/admin-dashboard',
  'job categories': '/admin-dashboard',
  'users by role': '/admin/users',
}

const dated: Record<DatedTopic, (read: ReadRows, range: Range) => Promise<string>> = {
  'posted jobs': async (read, range) =>
    sayPostedJobs(await readSum(read, 'get_job_analytics', 'posted_jobs', range), range.name),
  bids: async (read, range) =>
    sayBids(await readSum(read, 'get_job_analytics', 'bids', range), range.name),
  revenue: async (read, range) =>
    sayRevenue(await readSum(read, 'get_revenue_analytics', 'amount', range), range.name),
  'new users': async (read, range) =>
    sayNewUsers(await readSum(read, 'get_user_growth', 'count', range), range.name),
  consultations: async (read, range) =>
    sayConsultations(await readSum(read, 'get_consultation_analytics', 'count', range), range.name),
}

const asOfNow: Record<NowTopic, (sources: Sources) => Promise<string>> = {
  'open jobs': async ({ live }) => sayOpenJobs(live.openJobs),
  'pending bids': async ({ live }) => sayPendingBids(live.pendingBids),
  'job categories': async ({ read }) => sayCategories(await readCategories(read)),
  'users by role': async ({ read }) => sayRoles(await readRoles(read)),
}

export async function answerTo(
  asked: ParsedQuestion,
  sources: Sources,
  today: Day,
): Promise<AssistantAnswer> {
  const { topic } = asked
  const link = links[topic]
  if (asked.range === null) {
    const now = await asOfNow[asked.topic](sources)
    const answer = asked.namesOtherDays ? `${now} I don't know it for other dates.` : now
    return { answer, filter: { topic, from: null, to: null }, link }
  }
  const { range } = asked
  const filter = { topic, from: range.from, to: range.to }
  const trouble = troubleWith(range, today)
  if (trouble) return { answer: trouble, filter, link: null }
  return { answer: await dated[asked.topic](sources.read, range), filter, link }
}

function troubleWith({ from, to, name }: Range, today: Day) {
  if (from > today) return `There are no numbers ${name} yet.`
  if (daysBetween(from, to) > maxRangeDays) return 'Ask for at most 1,000 days at a time.'
  return undefined
}
