/** Stands for the code where a server function refused: it has words and no codes. */
export const functionRefused = 'function_refused'

/** An answer that was a refusal, as every dialect of the server gives it. */
export class Failure extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string

  constructor({ code, status, message, hint }: Readings) {
    super(message)
    this.code = code
    this.status = status
    this.hint = hint
  }
}

export interface Readings {
  code: string
  status: number
  message: string
  hint: string
}

interface Answer<Data> {
  data: Data
  error: unknown
  status?: number
}

/** What supabase-js resolved with: the data, or the refusal thrown. */
export function dataOf<Data>({ data, error, status }: Answer<Data>): NonNullable<Data> {
  if (error) throw new Failure({ ...readingsOf(error), ...(status ? { status } : {}) })
  if (data === null || data === undefined) throw new Error('The answer holds no data.')
  return data
}

/** The same for an answer that may hold nothing. */
export function dataOrNothing<Data>({ data, error, status }: Answer<Data>): Data {
  if (error) throw new Failure({ ...readingsOf(error), ...(status ? { status } : {}) })
  return data
}

/** Whatever was thrown, read field by field. */
export function readingsOf(error: unknown): Readings {
  return {
    code: textIn(error, 'code'),
    status: numberIn(error, 'status'),
    message: textIn(error, 'message'),
    hint: textIn(error, 'hint'),
  }
}

/** What the client itself throws may have no code, and a name that says as much. */
export function codeOrName(error: unknown): string {
  return textIn(error, 'code') || textIn(error, 'name')
}

export function textIn(value: unknown, key: string): string {
  const found = fieldOf(value, key)
  return typeof found === 'string' ? found : ''
}

function numberIn(value: unknown, key: string): number {
  const found = fieldOf(value, key)
  return typeof found === 'number' ? found : 0
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
