// In which form the answer is wanted.
import { notAvailable } from '../errors.ts'

/** A media type that the answer may have. */
export interface Wish {
  /** With the parameters that tell forms apart, as they are named in a refusal. */
  written: string
  type: string
  isStripped: boolean
  /** How PostgreSQL would do it is wanted, instead of having it done. */
  explained: Explained | undefined
}

export interface Explained {
  format: 'json' | 'text'
  options: string[]
  /** The form that the answer would have. */
  answer: Wish
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']
const planType = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/u

/** In the order of their weight, and of the same weight what says more first. */
export function parseAccept(header = '*/*'): Wish[] {
  const weighed = splitOutsideQuotes(header, ',').map((item) => weighedWish(item.toLowerCase()))
  const wanted = weighed.filter(({ weight }) => weight > 0)
  if (wanted.length === 0) throw notAvailable(weighed.map(({ wish }) => wish.written))
  return wanted
    .toSorted((a, b) => b.weight - a.weight || b.precision - a.precision)
    .map(({ wish }) => wish)
}

function weighedWish(item: string) {
  const [type = '', ...rest] = splitOutsideQuotes(item, ';')
  const parameters = new Map(rest.map(readParameter))
  const weight = weightOf(parameters.get('q'))
  parameters.delete('q')
  const stars = type.split('*').length - 1
  return { wish: wishFor(type, parameters), weight, precision: parameters.size - stars }
}

/** What is no number counts as nothing said. */
function weightOf(text = '1') {
  const [number] = /^\d+(?:\.\d+)?/u.exec(text) ?? ['1']
  return Math.min(Number(number), 1)
}

function wishFor(type: string, parameters: Map<string, string>): Wish {
  const format = planType.exec(type)
  const isStripped = parameters.get('nulls') === 'stripped'
  return {
    written: isStripped ? `${type};nulls=stripped` : type,
    type,
    isStripped,
    explained: format
      ? {
          format: format[1] === 'json' ? 'json' : 'text',
          options: optionsIn(parameters.get('options') ?? ''),
          answer: plainWish(parameters.get('for') ?? 'application/json'),
        }
      : undefined,
  }
}

function plainWish(text: string): Wish {
  const [type = '', parameter = ''] = text.split(';')
  return wishFor(type.trim(), new Map([readParameter(parameter)]))
}

function optionsIn(text: string) {
  const wanted = new Set(text.split('|').map((word) => word.trim()))
  return explainOptions.filter((option) => wanted.has(option))
}

function readParameter(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim(), value.join('=').replaceAll('"', '').trim()]
}

function splitOutsideQuotes(text: string, separator: string) {
  const parts = text.match(new RegExp(`(?:[^"${separator}]|"[^"]*"?)+`, 'gu')) ?? []
  return parts.map((part) => part.trim())
}
