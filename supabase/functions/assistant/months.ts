// Finds names of months in a question, alone or as a range.
import { type Day, dayOf, partsOf, type Range } from './calendar.ts'

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The word "may" in "May I see …" is not the name of a month. */
export const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?! (?:i|we|you|they|be|have)\\b)|june?|july?|' +
  'aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const year = '(?: (?:of |in )?(20\\d\\d|this year|last year))?'
const to = '(?: ?- ?| (?:to|through|thru|till|until) )'
const dayBefore = '(?<!\\d(?:st|nd|rd|th)?(?: of)? )'

export const monthsPattern = new RegExp(
  `${dayBefore}\\b(?:month of )?(${monthName})${year}(?:${to}(${monthName})${year})?\\b(?! ?\\d)`,
)

export function readMonths([, first, firstYear, second, secondYear]: string[], today: Day) {
  if (first === undefined) return undefined
  if (second === undefined) return oneMonth(monthOf(first), yearOf(firstYear, today), today)
  const years = [yearOf(firstYear, today), yearOf(secondYear, today)] as const
  return span(monthOf(first), monthOf(second), years, today)
}

function oneMonth(month: number, given: number | undefined, today: Day): Range {
  const now = partsOf(today)
  const ofYear = given ?? (month <= now.month ? now.year : now.year - 1)
  return {
    from: dayOf(ofYear, month, 1),
    to: dayOf(ofYear, month + 1, 0),
    name: `in ${names[month]} ${ofYear}`,
  }
}

/** If no year is given, returns the latest range of these months that has ended. */
function span(
  first: number,
  last: number,
  [given, givenEnd]: readonly [number | undefined, number | undefined],
  today: Day,
): Range {
  const now = partsOf(today)
  const overNewYear = last < first ? 1 : 0
  const latest = last < now.month ? now.year : now.year - 1
  const end = givenEnd ?? (given === undefined ? latest : given + overNewYear)
  const start = given ?? end - overNewYear
  const begin = start === end ? names[first] : `${names[first]} ${start}`
  return {
    from: dayOf(start, first, 1),
    to: dayOf(end, last + 1, 0),
    name: `from ${begin} to ${names[last]} ${end}`,
  }
}

function monthOf(word: string) {
  return names.findIndex((name) => name.toLowerCase().startsWith(word.slice(0, 3)))
}

function yearOf(word: string | undefined, today: Day) {
  if (word === 'this year') return partsOf(today).year
  if (word === 'last year') return partsOf(today).year - 1
  return word === undefined ? undefined : Number(word)
}
