// Finds the days that a question names.
import {
  addDays,
  type Day,
  dayOf,
  isDay,
  mondayOf,
  monthsBefore,
  partsOf,
  type Range,
} from './calendar.ts'
import { monthName, monthsPattern, readMonths } from './months.ts'

interface RangeMatch {
  /** Undefined if the question names no days. */
  range: Range | undefined
  /** The question without the words for the range. */
  rest: string
}

type RangeReader = (found: string[], today: Day) => Range | undefined

const unit = '(day|week|month|year)'
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const count = `(\\d{1,4}|${numbers.join('|')})`

const readers: [pattern: RegExp, read: RangeReader][] = [
  [/\b(\d{4}-\d\d-\d\d)(?:(?: ?- ?| (?:to|and|until|till|through) )(\d{4}-\d\d-\d\d))?\b/, dates],
  [new RegExp(`\\b(?:last|past|previous) ${count}[ -]${unit}s?\\b`), lastMany],
  [new RegExp(`\\bpast ${unit}\\b`), ([, one], today) => rolling(1, one, today)],
  [monthsPattern, readMonths],
  [/\b(this|current|last|previous) (week|month|year)\b/, named],
  [/\b(20\d\d)\b/, ([, year]) => wholeYear(Number(year), `in ${year}`)],
  [/\b(?:ytd|year to date)\b/, (_found, today) => wholeYear(partsOf(today).year, 'this year')],
  [/\btoday\b/, (_found, today) => oneDay(today, 'today')],
  [/\byesterday\b/, (_found, today) => oneDay(addDays(today, -1), 'yesterday')],
]

/** The question is unclear if one of these words is left after the range is removed. */
const unclear = new RegExp(
  '\\b(?:(?:day|week|weekend|month|quarter|year|decade|hour|minute)s?|q[1-4]|20\\d\\d|today|tonight|' +
    'yesterday|tomorrow|ago|since|until|till|before|after|next|daily|weekly|monthly|yearly|' +
    `(?:mon|tues|wednes|thurs|fri|satur|sun)days?|${monthName})\\b`,
)

/** Returns null if the question names days that we do not understand. */
export function findRange(question: string, today: Day): RangeMatch | null {
  const { range, rest } = readFirst(question, today) ?? { range: undefined, rest: question }
  if (unclear.test(rest)) return null
  return { range: range && untilToday(range, today), rest }
}

export function lastSevenDays(today: Day): Range {
  return rolling(7, 'day', today)
}

/**
 * If the first matching reader rejects the match, the words stay in the question, where `findRange` looks for unclear
 * words.
 */
function readFirst(question: string, today: Day): RangeMatch | undefined {
  for (const [pattern, read] of readers) {
    const found = pattern.exec(question)
    if (!found) continue
    const range = read(found, today)
    return { range, rest: range ? question.replace(found[0], ' ') : question }
  }
  return undefined
}

function dates([, from = '', to = from]: string[]): Range | undefined {
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  return { from, to, name: from === to ? `on ${from}` : `from ${from} to ${to}` }
}

function lastMany([, amount = '', one]: string[], today: Day) {
  const many = numbers.includes(amount) ? numbers.indexOf(amount) + 1 : Number(amount)
  return many > 0 ? rolling(many, one, today) : undefined
}

/** Returns the range of this many days, weeks, months or years, up to and including today. */
function rolling(many: number, one: string | undefined, today: Day): Range {
  const name = many === 1 ? `in the past ${one}` : `in the last ${many} ${one}s`
  // The limit of 100 years keeps the result a valid date.
  const months = Math.min(one === 'year' ? 12 * many : many, 1200)
  if (one === 'day') return { from: addDays(today, 1 - many), to: today, name }
  if (one === 'week') return { from: addDays(today, 1 - 7 * many), to: today, name }
  return { from: addDays(monthsBefore(today, months), 1), to: today, name }
}

function named([, which, one]: string[], today: Day): Range {
  const back = which === 'last' || which === 'previous' ? 1 : 0
  const name = `${back ? 'last' : 'this'} ${one}`
  const { year, month } = partsOf(today)
  if (one === 'year') return wholeYear(year - back, name)
  if (one === 'month') {
    return { from: dayOf(year, month - back, 1), to: dayOf(year, month - back + 1, 0), name }
  }
  const monday = addDays(mondayOf(today), -7 * back)
  return { from: monday, to: addDays(monday, 6), name }
}

function wholeYear(year: number, name: string): Range {
  return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31), name }
}

function oneDay(day: Day, name: string): Range {
  return { from: day, to: day, name }
}

function untilToday(range: Range, today: Day): Range {
  return range.from <= today && range.to > today ? { ...range, to: today } : range
}
