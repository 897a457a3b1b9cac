// Finds the topic of a question by its words.
import type { Range } from './calendar.ts'

/** A `NowTopic` has only a current figure, and a `DatedTopic` has a figure for each day. */
export type NowTopic = 'open jobs' | 'pending bids' | 'job categories' | 'users by role'
export type DatedTopic = 'posted jobs' | 'bids' | 'revenue' | 'new users' | 'consultations'
export type Topic = NowTopic | DatedTopic

interface Rule {
  asks: RegExp
  /** A question with one of these words asks for something that the topic's figure does not answer. */
  never: RegExp
  topic: (words: string, range: Range | undefined) => Topic
}

/** Words for things that no figure covers. */
const beyond = anyOf(
  'average, avg, mean, median, why, predict*, forecast*, expect*, will, compar*, versus, vs, per',
  'finish*, complet*, award*, close, closed, closing, delet*, cancel*, accept*, reject*, declin*',
  'withdr*, refund*, won, win, lost, upcoming, ended, unpaid, owed, overdue, due, without',
  'rating, ratings, review*, message*, percent*, rate, ever, all time',
  'by facility, by contractor, by consultant, by job, by user, by person, by customer, by client',
)

const most = 'top, most, least, highest, lowest, biggest, largest, smallest, best, worst, cheapest'
const worth = 'much, value, worth, cost, fee, fees'
const rightNow = anyOf('now, current, currently, moment, there, have, got')
const people = anyOf(
  'user, users, people, person, persons, member, members, account, accounts, customer, customers',
  'client, clients, vendor, vendors, contractor, contractors, consultant, consultants',
  'facility, facilities, admin, admins',
)
const growth = 'grow*, registrations, registration, sign-ups, sign ups, signups, signed up'
const joined = anyOf(growth, 'new, join*, regist*, added, created, came, arrived')

const rules: Rule[] = [
  {
    asks: anyOf('category, categories, trade, trades, kind of job, kinds of jobs, types of jobs'),
    never: anyOf('revenue, money, earn*, paid, bid, bids, consult*', 'users, people'),
    topic: () => 'job categories',
  },
  {
    asks: anyOf('revenue*, income*, earn*, turnover, sales, money, payment, payments, paid'),
    never: anyOf(most, 'pending, open, outstanding, many'),
    topic: () => 'revenue',
  },
  {
    asks: anyOf('consultation, consultations, book, booked, booking*, appointment, appointments'),
    never: anyOf(most, worth, 'open, pending, available'),
    topic: () => 'consultations',
  },
  {
    asks: anyOf('bid, bids, bidding'),
    never: anyOf(most, worth, 'amount, amounts, no bids'),
    topic: (words, range) => {
      const waiting = 'pending, open, wait*, await*, undecided, unanswered, outstanding, live'
      if (anyOf(waiting).test(words)) return 'pending bids'
      if (anyOf('made, plac*, new, came').test(words)) return 'bids'
      return isNow(words, range) ? 'pending bids' : 'bids'
    },
  },
  {
    asks: anyOf('job, jobs, posting, postings, work order, work orders'),
    never: anyOf(most, worth, 'budget, budgets'),
    topic: (words, range) => {
      if (anyOf('open, active, available, unfilled, live').test(words)) return 'open jobs'
      const made = anyOf('post*, new, creat*, added, opened, publish*, came, grow*').test(words)
      return made || (range && !isNow(words, range)) ? 'posted jobs' : 'open jobs'
    },
  },
  {
    asks: anyOf(growth),
    never: anyOf(most),
    topic: () => 'new users',
  },
  {
    asks: people,
    never: anyOf(most, worth, 'active, online, banned, inactive, hidden, pending, open'),
    topic: (words, range) =>
      joined.test(words) || (range && !isNow(words, range)) ? 'new users' : 'users by role',
  },
  {
    asks: anyOf('role, roles'),
    never: anyOf(most),
    topic: () => 'users by role',
  },
]

/**
 * Returns the topic of a question. Returns undefined if no rule matches the question, or if the question asks for
 * something that the topic's figure does not answer.
 */
export function topicOf(words: string, range: Range | undefined): Topic | undefined {
  if (beyond.test(words) || words.includes('%')) return undefined
  const rule = rules.find(({ asks }) => asks.test(words))
  return rule && !rule.never.test(words) ? rule.topic(words, range) : undefined
}

/** Returns whether the question is about the current number and names no day other than today. */
function isNow(words: string, range: Range | undefined) {
  return (range === undefined || range.name === 'today') && rightNow.test(words)
}

/** Returns a pattern for any word or phrase in the comma-separated lists, where a star matches any ending. */
function anyOf(...lists: string[]) {
  const words = lists.join(', ').replaceAll('*', '\\w*').replaceAll(', ', '|')
  return new RegExp(`\\b(?:${words})\\b`)
}
