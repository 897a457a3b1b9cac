// Creates errors with PostgREST's codes and messages, because PostgREST clients know them.
export interface ErrorBody {
  code: string
  details: unknown
  hint: string | null
  message: string
}

interface RestErrorOptions {
  details?: unknown
  hint?: string | undefined
  headers?: Record<string, string>
  /** A custom reason phrase for the status line. */
  statusText?: string | undefined
  /** The original error, for the log. */
  cause?: unknown
}

export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>
  readonly statusText: string | undefined

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message, { cause: options.cause })
    const { details = null, hint = null, headers = {} } = options
    this.status = status
    this.body = { code, details, hint, message }
    this.headers = headers
    this.statusText = options.statusText
  }
}

export function cannotParse(subject: string, text: string, at: number, problem: string) {
  return new RestError(
    400,
    'PGRST100',
    `"failed to parse ${subject} (${text})" (line 1, column ${at + 1})`,
    {
      details: problem,
    },
  )
}

export function badBody(problem: string) {
  return new RestError(400, 'PGRST102', problem)
}

export function badRange(details: string, headers: Record<string, string> = {}) {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

export function schemaNotExposed(schema: string, exposed: string[]) {
  return new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

export function noAvailableType(types: string[]) {
  return new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${types.join(', ')}`,
  )
}

export function putNeedsKey() {
  return new RestError(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  )
}

export function putCannotLimit() {
  return new RestError(
    400,
    'PGRST114',
    'limit/offset querystring parameters are not allowed for PUT',
  )
}

export function putKeyMismatch() {
  return new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

export function noSuchEmbed(name: string) {
  return new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

export function notSingular(rowCount: number) {
  return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rowCount} rows`,
  })
}

export function badMethod(method: string) {
  return new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

export function notCountable() {
  return new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
}

export function tooManyAffected(rowCount: number) {
  return new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rowCount} rows`,
  })
}

export function badPath() {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

export function descriptionDisabled() {
  return new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
}

export function notSupported(feature: string) {
  return new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: `${feature} not supported here yet.`,
  })
}

/** Uses PostgreSQL's wording, because either PostgreSQL or this server finds the error. */
export function noSuchColumn(relation: string, column: string, similar: string[]) {
  const columns = similar.map((name) => `the column "${relation}.${name}"`)
  return new RestError(400, '42703', `column ${relation}.${column} does not exist`, {
    hint:
      columns.length === 0 ? undefined : `Perhaps you meant to reference ${columns.join(' or ')}.`,
  })
}

/** Returns the error for an unknown column in the body or in the `columns` parameter. */
export function noSuchWritableColumn(relation: string, column: string) {
  return new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
  )
}

export function noSuchRoutine(schema: string, name: string) {
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name} in the schema cache`,
  )
}

export function noSuchTable(schema: string, name: string, hint: string | undefined) {
  return new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${name}' in the schema cache`,
    { hint: hint === undefined ? undefined : `Perhaps you meant the table '${schema}.${hint}'` },
  )
}
