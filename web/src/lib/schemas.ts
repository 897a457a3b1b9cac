import * as z from 'zod/mini'
import { formatCount } from './format.ts'

/** Parses text that must not be empty, and trims it: `requiredText('Enter a title.', 200)`. */
export const requiredText = (missing: string, maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(maxLength, tooLong(maxLength)))

/** Parses text that may be empty, and trims it. */
export const optionalText = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, tooLong(maxLength)))

function tooLong(maxLength: number) {
  return `Use at most ${formatCount(maxLength, 'character')}.`
}

/** Parses an admin's reason, which goes into the audit log. */
export const reason = () => requiredText('Enter a reason.', 1000)

/** A form sends no value for a checkbox or switch that is off. */
export const isOn = () =>
  z.pipe(
    z.transform((value) => value !== undefined),
    z.boolean(),
  )

/** Parses all values of a form field as a list, which may be empty. */
export const several = <Item extends z.core.SomeType>(item: Item) =>
  z.pipe(z.transform(listOf), z.array(item))

function listOf(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

interface ListLimits {
  maxItems: number
  maxLength: number
}

/** Parses "HVAC, Roofing" as a list without empty items. */
export const commaSeparated = ({ maxItems, maxLength }: ListLimits) =>
  z.pipe(
    z.pipe(z.string(), z.transform(wordsIn)),
    z.array(z.string()).check(
      z.maxLength(maxItems, `List at most ${maxItems}.`),
      z.refine(
        (words) => words.every((word) => Array.from(word).length <= maxLength),
        `Use at most ${maxLength} characters for each.`,
      ),
    ),
  )

function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

/** Parses a calendar day such as "2026-11-20", the value of a DateField. */
export const day = ({ missing, wrong }: FieldMessages) =>
  z.string().check(z.minLength(1, missing), z.refine(isDay, wrong))

export function isDay(text: string) {
  const at = Date.parse(`${text}T00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(at).toJSON()?.slice(0, 10) === text
}

/** Accepts the usual spellings of dollars: "1000", "1,000", "$1,000.50", and "9.2k" for thousands. */
const dollars = /^\$?\s*(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?|\d+(?:\.\d{1,5})?\s?k)$/i
const maxAmount = 9_999_999.99

/** Parses a positive amount with at most two decimals into a number: `money({ missing, wrong })`. */
export const money = ({ missing, wrong }: FieldMessages) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, missing), z.refine(isAmount, wrong)),
    z.transform(amountIn),
  )

/** Parses an amount in the same way as `money`, but accepts an empty text, which becomes null. */
export const optionalMoney = (wrong: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isAmount(text), wrong),
    ),
    z.transform((text) => (text === '' ? null : amountIn(text))),
  )

function isAmount(text: string) {
  const amount = amountIn(text)
  return dollars.test(text) && amount > 0 && amount <= maxAmount
}

function amountIn(text: string) {
  const number = Number(text.replaceAll(/[$,\sk]/gi, ''))
  // Rounding to cents removes the error of the multiplication.
  return /k$/i.test(text) ? Math.round(number * 100_000) / 100 : number
}

interface NumberLimits {
  min: number
  max: number
}

/** Parses an integer between two limits: `wholeNumber({ missing, wrong }, { min: 0, max: 60 })`. */
export const wholeNumber = ({ missing, wrong }: FieldMessages, { min, max }: NumberLimits) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, missing),
      z.refine((text) => isWhole(text) && numberIn(text) >= min && numberIn(text) <= max, wrong),
    ),
    z.transform(numberIn),
  )

function isWhole(text: string) {
  return /^-?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})$/.test(text)
}

function numberIn(text: string) {
  return Number(text.replaceAll(',', ''))
}

/** The messages for an empty field and for an invalid value. */
export interface FieldMessages {
  missing: string
  wrong: string
}

/**
 * Checks several fields together as soon as each of them is valid.
 * `z.object({ from, to }).check(crossFieldCheck(['from', 'to'], ({ from, to }) => from < to, 'to', 'Too early.'))`
 */
export const crossFieldCheck = <Values extends object>(
  names: (keyof Values & string)[],
  holds: (values: Values) => boolean,
  path: keyof Values & string,
  message: string,
) =>
  z.refine<Values>(holds, {
    path: [path],
    message,
    when: ({ issues }) =>
      !issues.some(({ path: [name] = [] }) => names.some((one) => one === name)),
  })

/** Separators that people type between digits. */
const between = /[\s().-]/g

/** Parses a phone number with a country code into the API's format, which has a plus sign and digits. */
export const phoneNumber = z.string().check(
  z.overwrite((written) => written.replaceAll(between, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Start with + and the country code, such as +1 303 555 0142.'),
)
