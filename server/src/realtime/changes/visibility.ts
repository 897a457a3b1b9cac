// Which rows people see right now: a SELECT as each of them, so that row security decides and nothing of ours.
import { isConnectionLost } from '../../postgres/error-code.ts'
import type { RequestPool, Row, Statement } from '../../postgres/pool/request-pool.ts'
import { DatabaseRefusal } from '../../postgres/pool/database-refusal.ts'
import type { Log } from '../../log.ts'
import type { Entry, Person } from './people.ts'
import { readerCall } from './readers.ts'
import { rowOf, type WatchedTable } from './tables.ts'

export interface Seen {
  /** The version of the row, where the role may read it. */
  version: string | undefined
  /** The row as this person sees it, as JSON; where it was asked for. */
  content: string | undefined
}

/** By person, and by row. */
export type Sight = Map<Person, Map<string, Seen>>

/** What is asked of one table: for each person the keys, as JSON. */
interface Question {
  table: WatchedTable
  role: string
  people: { person: Person; keys: string[] }[]
}

// One role and one path for all of them, since a change of either makes PostgreSQL look up its names again.
const begin = "select set_config('search_path', '', true), set_config('role', $1, true)"

export class Visibility {
  readonly #requests: RequestPool
  readonly #log: Log

  constructor(requests: RequestPool, log: Log) {
    this.#requests = requests
    this.#log = log
  }

  /** Of people of one role, in one round trip. Throws where the database does not answer at all. */
  async see(
    people: readonly Person[],
    isAsked: (entry: Entry, person: Person) => boolean,
    withContent: boolean,
  ): Promise<Sight> {
    const sight: Sight = new Map()
    await this.#ask(questionsOf(people, isAsked), withContent, sight)
    return sight
  }

  async #ask(questions: readonly Question[], withContent: boolean, sight: Sight) {
    const [first] = questions
    if (!first) return
    const calls = questions.map((question) => callFor(question, withContent))
    try {
      const become = { text: begin, values: [first.role] }
      const [, ...results] = await this.#requests.batch(first.role, [become, ...calls], 'ahead')
      questions.forEach((question, at) => note(question, results[at] ?? [], sight))
    } catch (error) {
      if (!(error instanceof DatabaseRefusal) || isConnectionLost(error)) throw error
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
    const single = questions.flatMap(({ people, ...of }) =>
      people.map((one) => ({ ...of, people: [one] })),
    )
    if (single.length > 1) {
      for (const one of single) await this.#ask([one], withContent, sight)
      return
    }
    this.#log.warn({ code }, `Who sees a change could not be found out: ${message}`)
  }
}

function questionsOf(
  people: readonly Person[],
  isAsked: (entry: Entry, person: Person) => boolean,
): Question[] {
  const byTable = new Map<WatchedTable, Question>()
  for (const person of people) {
    for (const [table, keys] of keysOf(person, isAsked)) {
      const question = byTable.get(table) ?? { table, role: person.role, people: [] }
      question.people.push({ person, keys: [...keys] })
      byTable.set(table, question)
    }
  }
  return [...byTable.values()]
}

function keysOf(person: Person, isAsked: (entry: Entry, person: Person) => boolean) {
  const byTable = new Map<WatchedTable, Set<string>>()
  for (const entry of person.entries) {
    if (!isAsked(entry, person)) continue
    const { table, key } = entry.one
    byTable.set(table, (byTable.get(table) ?? new Set()).add(key))
  }
  return byTable
}

function callFor({ table, role, people }: Question, withContent: boolean): Statement {
  const keys = new Map<string, string[]>()
  const keysOfAll = people.map(({ keys: own }) => {
    const place = own.join('\n')
    const known = keys.get(place) ?? table.key.map((_, at) => quoted(arrayOf(valuesAt(own, at))))
    keys.set(place, known)
    return known
  })
  return {
    text: readerCall(table, role),
    values: [
      // JSON has no control characters: quoted once more it is what PostgreSQL reads as the same.
      `{${people.map(({ person }) => JSON.stringify(person.claims)).join(',')}}`,
      `{${people.map(({ person }) => idIn(person)).join(',')}}`,
      String(withContent),
      ...table.key.map((_, at) => `{${keysOfAll.map((own) => own[at]).join(',')}}`),
    ],
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** What auth.uid() then has not to read from the claims. */
function idIn({ sub }: Person) {
  return sub !== undefined && uuid.test(sub) ? sub : '""'
}

/** One column of these keys. */
function valuesAt(keys: readonly string[], at: number) {
  return keys.map((text) => {
    const key: unknown = JSON.parse(text)
    return String(Array.isArray(key) ? key[at] : key)
  })
}

/** In PostgreSQL's own way of writing it. */
function arrayOf(values: readonly string[]) {
  return `{${values.map(quoted).join(',')}}`
}

function quoted(value: string) {
  return `"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}

function note({ table, people }: Question, rows: Row[], sight: Sight) {
  for (const [key, version, content, places] of rows) {
    if (!key || !places) continue
    // Written as we write it: without the spaces of jsonb.
    const row = rowOf(table, JSON.stringify(JSON.parse(key.toString())))
    const seen = { version: version?.toString(), content: content?.toString() }
    for (const place of places.toString().split(',')) {
      const person = people[Number(place) - 1]?.person
      if (!person) continue
      const rowsOfPerson = sight.get(person) ?? new Map<string, Seen>()
      sight.set(person, rowsOfPerson.set(row, seen))
    }
  }
}
