import { compareToBudget, formatMoney, formatNearDay } from '#lib/format.ts'
import type { UserEvent } from './user-page.queries.ts'

export interface EventText {
  /** The words before the amount, such as "Bid". */
  verb: string
  amount?: string
  /** The words before the linked subject, such as "on". */
  joint?: string
  /** The subject, which links to the job or the other user. */
  subject?: string
  subjectIs?: 'job' | 'user'
  /** The second line. */
  detail?: string
}

const describers: Record<string, (event: UserEvent) => EventText> = {
  bid: (event) => ({
    ...aboutJob(event, 'Bid', 'on'),
    amount: moneyOf(event),
    detail: joinFacts([comparison(event), event.otherName]),
  }),
  post: (event) => ({ ...aboutJob(event, 'Posted'), detail: `Budget ${moneyOf(event)}` }),
  award: (event) => ({
    ...aboutJob(event, 'Awarded'),
    detail: joinFacts([`To ${event.otherName}`, moneyOf(event)]),
  }),
  win: (event) => ({
    ...aboutJob(event, 'Won'),
    detail: joinFacts([event.otherName, moneyOf(event)]),
  }),
  finish: (event) => ({
    ...aboutJob(event, 'Finished'),
    detail: joinFacts([event.otherName, moneyOf(event)]),
  }),
  pay: (event) => aboutMoney(event, 'Paid', 'To'),
  earn: (event) => aboutMoney(event, 'Was paid', 'By'),
  refund: (event) => aboutMoney(event, 'Got a refund of', 'From'),
  return: (event) => aboutMoney(event, 'Refunded', 'To'),
  book: (event) => ({ ...aboutUser(event, 'Booked'), detail: bookingOf(event) }),
  booked: (event) => ({ ...aboutUser(event, 'Was booked by'), detail: bookingOf(event) }),
  review: (event) => ({ ...aboutUser(event, 'Reviewed'), detail: starsOf(event) }),
  reviewed: (event) => ({ ...aboutUser(event, 'Was reviewed by'), detail: starsOf(event) }),
  login: () => ({ verb: 'Logged in' }),
  join: () => ({ verb: 'Joined Mendwell' }),
}

/** Returns the text of an event. A kind that this app does not know yet gets the name that the server gives it. */
export function describeEvent(event: UserEvent): EventText {
  return describers[event.kind]?.(event) ?? { verb: event.kind }
}

function aboutJob({ title }: UserEvent, verb: string, joint = '') {
  return { verb, joint, subject: title, subjectIs: 'job' } as const
}

function aboutUser({ otherName }: UserEvent, verb: string) {
  return { verb, subject: otherName, subjectIs: 'user' } as const
}

function aboutMoney(event: UserEvent, verb: string, preposition: string): EventText {
  return {
    ...aboutJob(event, verb, 'for'),
    amount: moneyOf(event),
    detail: `${preposition} ${event.otherName}`,
  }
}

function moneyOf({ amount }: UserEvent) {
  return amount === null ? '' : formatMoney(amount)
}

function comparison({ amount, budget }: UserEvent) {
  return amount === null || budget === null ? '' : compareToBudget(amount, budget)
}

function bookingOf(event: UserEvent) {
  return joinFacts([event.title, moneyOf(event)])
}

function starsOf({ rating }: UserEvent) {
  return rating === null ? '' : `${rating} of 5 stars`
}

function joinFacts(facts: readonly string[]) {
  return facts.filter(Boolean).join(' · ')
}

export interface EventDay {
  day: string
  events: UserEvent[]
}

/** Groups events, which are sorted by time, by the user's local day. */
export function groupByDay(events: readonly UserEvent[], now: Date): EventDay[] {
  const days: EventDay[] = []
  for (const event of events) {
    const day = formatNearDay(event.at, now)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
