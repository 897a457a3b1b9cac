// Finds the topic of a question, and the days if the topic has figures by day.
import type { Day, Range } from './calendar.ts'
import { findRange, lastSevenDays } from './range.ts'
import { type DatedTopic, type NowTopic, type Topic, topicOf } from './topics.ts'

export type ParsedQuestion =
  | { topic: DatedTopic; range: Range }
  /** `namesOtherDays` is true if the question names days other than today. */
  | { topic: NowTopic; range: null; namesOtherDays: boolean }

export function parseQuestion(question: string, today: Day): ParsedQuestion | null {
  const found = findRange(plain(question), today)
  if (!found) return null
  const { range, rest } = found
  const topic = topicOf(rest, range)
  if (!topic) return null
  if (isAsOfNow(topic)) {
    return { topic, range: null, namesOtherDays: range !== undefined && range.name !== 'today' }
  }
  return { topic, range: range ?? lastSevenDays(today) }
}

const nowTopics = new Set<Topic>(['open jobs', 'pending bids', 'job categories', 'users by role'])

function isAsOfNow(topic: Topic): topic is NowTopic {
  return nowTopics.has(topic)
}

/** Reduces a question to lower-case letters, digits, hyphens, percent signs and single spaces. */
function plain(question: string) {
  return question
    .toLowerCase()
    .replaceAll(/['’](?:s\b)?/g, '')
    .replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[^a-z\d%-]+/g, ' ')
    .trim()
}
