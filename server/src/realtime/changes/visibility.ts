// Which rows a person sees right now: a SELECT as that person, so that row security decides and nothing of ours.
import type { RequestPool, Row, Statement } from '../../database/requests/request-pool.ts'
import { DatabaseRefusal } from '../../database/requests/database-refusal.ts'
import type { Log } from '../../log.ts'
import type { Readable, WatchedTable } from './tables.ts'

/** What one person wants to know of one table. */
export interface Question {
  table: WatchedTable
  role: string
  claims: string
  keys: ReadonlySet<string>
}

export interface Seen {
  /** The version of the row, where the role may read it. */
  xmin: string | undefined
  /** The row as this person sees it, as JSON; where it was asked for. */
  content: string | undefined
}

/** By table, role, claims and key. */
export type Sight = Map<string, Seen>

// One plan for everybody: making one anew for each person would cost more than the question. And one role and an
// empty path for all of them, since a change of either makes PostgreSQL look up its names again.
const begin = `select set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('search_path', '', true), set_config('role', $1, true)`
const become = "select set_config('request.jwt.claims', $1, true)"

export function placeIn({ schema, name }: WatchedTable, role: string, claims: string, key: string) {
  return `${schema}.${name}\n${role}\n${claims}\n${key}`
}

export function keyOf({ key }: WatchedTable, row: Record<string, unknown>) {
  return JSON.stringify(key.map((column) => row[column] ?? null))
}

export class Visibility {
  readonly #requests: RequestPool
  readonly #log: Log

  constructor(requests: RequestPool, log: Log) {
    this.#requests = requests
    this.#log = log
  }

  /** Of one role, in one round trip. Throws where the database does not answer at all. */
  async see(questions: readonly Question[], withContent: boolean): Promise<Sight> {
    const sight: Sight = new Map()
    await this.#ask(questions, withContent, sight)
    return sight
  }

  async #ask(questions: readonly Question[], withContent: boolean, sight: Sight) {
    const [first] = questions
    if (!first) return
    const statements = questions.flatMap((question) => statementsOf(question, withContent))
    try {
      const [, ...results] = await this.#requests.batch(first.role, [
        { text: begin, values: [first.role] },
        ...statements,
      ])
      questions.forEach((question, at) => note(question, results[2 * at + 1] ?? [], sight))
    } catch (error) {
      if (!(error instanceof DatabaseRefusal)) throw error
      await this.#askOneByOne(questions, withContent, sight, error)
    }
  }

  /** One person's policy that fails hides nothing from the others; he himself sees nothing. */
  async #askOneByOne(
    questions: readonly Question[],
    withContent: boolean,
    sight: Sight,
    { code, message }: DatabaseRefusal,
  ) {
    if (questions.length > 1) {
      for (const one of questions) await this.#ask([one], withContent, sight)
      return
    }
    this.#log.warn({ code }, `Who sees a change could not be found out: ${message}`)
  }
}

function statementsOf(question: Question, withContent: boolean): Statement[] {
  const { table, role, claims, keys } = question
  const readable = table.readable.get(role)
  return [
    { text: become, values: [claims] },
    { text: selectFrom(table, readable, withContent), values: keyValues(table, keys) },
  ]
}

function selectFrom(table: WatchedTable, readable: Readable | undefined, withContent: boolean) {
  const names = table.key.map(quoted)
  const types = table.key.map((name) => table.columns.find((one) => one.name === name)?.cast)
  const place = `jsonb_build_array(${names.map((name) => `t.${name}`).join(', ')})::text`
  const version = readable?.isWhole ? 't.xmin::text' : 'null'
  const content = withContent ? contentOf(readable) : 'null'
  const [name] = names
  const where =
    names.length === 1
      ? `t.${name} = any ($1::${types[0]}[])`
      : `(${names.map((one) => `t.${one}`).join(', ')}) in (
          select * from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})
        )`
  return `select ${place}, ${version}, ${content} from ${quoted(table.schema)}.${quoted(table.name)} as t where ${where}`
}

function contentOf(readable: Readable | undefined) {
  const columns = readable?.columns.map(({ name }) => `t.${quoted(name)}`).join(', ')
  return `(select to_jsonb(r) from (select ${columns}) as r)::text`
}

/** Each column of the key as an array, in PostgreSQL's own way of writing it. */
function keyValues({ key }: WatchedTable, keys: ReadonlySet<string>) {
  const rows = [...keys].map((text): unknown => JSON.parse(text))
  return key.map((_, at) => {
    const values = rows.map((row) => JSON.stringify(String(Array.isArray(row) ? row[at] : row)))
    return `{${values.join(',')}}`
  })
}

function note({ table, role, claims }: Question, rows: Row[], sight: Sight) {
  for (const [key, xmin, content] of rows) {
    if (!key) continue
    // Written as we write it: without the spaces of jsonb.
    const place = JSON.stringify(JSON.parse(key.toString()))
    sight.set(placeIn(table, role, claims, place), {
      xmin: xmin?.toString(),
      content: content?.toString(),
    })
  }
}

function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
