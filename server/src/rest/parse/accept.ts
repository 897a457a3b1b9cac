import { noAvailableType } from '../errors.ts'

export interface MediaRange {
  /** The media type, with `;nulls=stripped` if the client asks for it. Error messages contain this text. */
  text: string
  type: string
  /** True if the JSON must omit properties that are null. */
  isStripped: boolean
  /** Defined if the client wants the query plan instead of the result. */
  explain: ExplainRequest | undefined
}

export interface ExplainRequest {
  format: 'json' | 'text'
  options: string[]
  /** The media type of the response that the explained query would produce. */
  of: MediaRange
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']
const planType = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/u

/** Returns the accepted media types, sorted by weight and then by precision. */
export function parseAccept(header = '*/*'): MediaRange[] {
  const weighted = splitOutsideQuotes(header, ',').map((item) =>
    parseWeightedItem(item.toLowerCase()),
  )
  const accepted = weighted.filter(({ weight }) => weight > 0)
  if (accepted.length === 0) throw noAvailableType(weighted.map(({ range }) => range.text))
  return accepted
    .toSorted((a, b) => b.weight - a.weight || b.precision - a.precision)
    .map(({ range }) => range)
}

function parseWeightedItem(item: string) {
  const [type = '', ...rest] = splitOutsideQuotes(item, ';')
  const parameters = new Map(rest.map(readParameter))
  const weight = weightOf(parameters.get('q'))
  parameters.delete('q')
  const stars = type.split('*').length - 1
  return { range: toMediaRange(type, parameters), weight, precision: parameters.size - stars }
}

/** Returns the weight, or 1 if the weight is invalid. */
function weightOf(text = '1') {
  const [number] = /^\d+(?:\.\d+)?/u.exec(text) ?? ['1']
  return Math.min(Number(number), 1)
}

function toMediaRange(type: string, parameters: Map<string, string>): MediaRange {
  const format = planType.exec(type)
  const isStripped = parameters.get('nulls') === 'stripped'
  return {
    text: isStripped ? `${type};nulls=stripped` : type,
    type,
    isStripped,
    explain: format
      ? {
          format: format[1] === 'json' ? 'json' : 'text',
          options: parseExplainOptions(parameters.get('options') ?? ''),
          of: parseMediaRange(parameters.get('for') ?? 'application/json'),
        }
      : undefined,
  }
}

function parseMediaRange(text: string): MediaRange {
  const [type = '', parameter = ''] = text.split(';')
  return toMediaRange(type.trim(), new Map([readParameter(parameter)]))
}

function parseExplainOptions(text: string) {
  const named = new Set(text.split('|').map((word) => word.trim()))
  return explainOptions.filter((option) => named.has(option))
}

function readParameter(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim(), value.join('=').replaceAll('"', '').trim()]
}

function splitOutsideQuotes(text: string, separator: string) {
  const parts = text.match(new RegExp(`(?:[^"${separator}]|"[^"]*"?)+`, 'gu')) ?? []
  return parts.map((part) => part.trim())
}
