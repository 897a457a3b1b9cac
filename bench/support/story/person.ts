// Simulates a user on the dashboard of the web app. The user signs in, sends the dashboard's
// requests, subscribes, and refetches after changes.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { coalesced } from '../../../web/src/lib/live/coalesce.ts'
import { personId } from '../people.ts'
import type { Dashboard, Key, Query, TableRequest } from './dashboards.ts'
import type { Notes } from './figures.ts'
import { type LeanResponse, Lines } from './lean-http.ts'
import { type Change, LiveLine } from './live-line.ts'
import type { StoryTarget } from './orders.ts'

const signedIn = z.object({ access_token: z.string() })
const keys = z.array(z.object({ id: z.string() }))
const rows = z.array(z.object({ id: z.string(), created_at: z.string() }))

interface Waiting {
  isIt: (change: Change) => boolean
  heard: () => void
}

/** The counters that all users share. */
export interface Counts {
  requests: number
  frames: number
  lostSockets: number
}

interface World {
  target: StoryTarget
  notes: Notes
  counts: Counts
}

export class Person {
  readonly id: string
  readonly isFacility: boolean
  readonly #email: string
  /** Each user has a separate network address, which a header from a trusted proxy contains. */
  readonly #address: string
  readonly #world: World
  readonly #dashboard: Dashboard
  readonly #lines: Lines
  readonly #renewals = new Map<string, () => void>()
  readonly #onTheWay = new Map<Query, Promise<void>>()
  readonly #waiting = new Set<Waiting>()
  #token = ''
  #besideOf = ''
  #poll: NodeJS.Timeout | undefined

  constructor(number: number, world: World, dashboardOf: (me: string) => Dashboard) {
    this.id = personId(number)
    this.isFacility = number < world.target.firstContractor
    this.#email = `person${number}@example.com`
    this.#address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    this.#world = world
    this.#dashboard = dashboardOf(this.id)
    this.#lines = new Lines(world.target.port)
  }

  async arrive() {
    const { target } = this.#world
    const path = '/auth/v1/token?grant_type=password'
    const body = { email: this.#email, password: target.password }
    const response = await this.#ask('sign in', 'POST', path, { body })
    this.#token = signedIn.parse(JSON.parse(response.body)).access_token
    await this.#timed('open the page', async () => {
      await Promise.all(this.#dashboard.queries.map((query) => this.#read(query, 'open')))
    })
    await this.#timed('open a socket and subscribe', () => this.#follow())
    for (const query of this.#dashboard.queries) {
      const { every } = query
      if (every) setInterval(() => void this.#read(query, 'poll').catch(() => undefined), every)
    }
  }

  /** Sends one write of the user and returns the response. */
  async act(what: string, method: 'POST' | 'PATCH', path: string, body: object) {
    const headers = { prefer: 'return=representation', 'idempotency-key': randomUUID() }
    const extra = method === 'POST' && !path.startsWith('rpc/') ? headers : {}
    const { body: text } = await this.#ask(what, method, `/rest/v1/${path}`, { body, extra })
    const found: unknown = text === '' ? undefined : JSON.parse(text)
    return found
  }

  look(what: string, request: TableRequest) {
    return this.#get(what, request)
  }

  /** Resolves when a matching change arrives, and records the time since the call. */
  async told(what: string, isIt: (change: Change) => boolean, patience: number) {
    const since = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { isIt, heard: resolve }
    const tired = setTimeout(() => {
      this.#waiting.delete(waiting)
      this.#world.notes.failed(`${what}: not within ${patience / 1000} s`)
      reject(new Error(what))
    }, patience)
    this.#waiting.add(waiting)
    await promise
    clearTimeout(tired)
    this.#waiting.delete(waiting)
    this.#world.notes.took(what, performance.now() - since)
  }

  async #follow() {
    const { port, anonKey } = this.#world.target
    const live = await new LiveLine({
      port,
      anonKey,
      token: this.#token,
      address: this.#address,
      hear: (change) => this.#hear(change),
      lost: () => (this.#world.counts.lostSockets += 1),
    }).opened()
    await Promise.all(
      this.#dashboard.subjects.map(({ table, filter }) =>
        live.follow(filter ? { table, filter } : { table }),
      ),
    )
  }

  #hear(change: Change) {
    this.#world.counts.frames += 1
    for (const waiting of this.#waiting) if (waiting.isIt(change)) waiting.heard()
    const { table, row } = change
    const isShown = this.#besideOf.includes(String(row['id']))
    for (const subject of this.#dashboard.subjects) {
      if (subject.table !== table || !isFor(subject.filter, row)) continue
      for (const key of subject.shownIn(change, isShown)) this.#renew(key)
    }
  }

  /** Refetches as `refreshQueries` in the web app does: at once, and then at most every 250 ms. */
  #renew(key: Key) {
    const known = key.join(' ')
    const run = this.#renewals.get(known) ?? coalesced(() => this.#readAgain(key))
    this.#renewals.set(known, run)
    run()
  }

  async #readAgain(key: Key) {
    const shown = this.#dashboard.queries.filter((query) => startsWith(query.key, key))
    const wereOnTheWay = shown.some((query) => this.#onTheWay.has(query))
    await Promise.all(shown.map((query) => this.#read(query, 'again')))
    if (wereOnTheWay) await Promise.all(shown.map((query) => this.#read(query, 'again')))
  }

  #read(query: Query, when: string) {
    const running = this.#onTheWay.get(query)
    if (running) return running
    const reading = this.#readNow(query, when).finally(() => this.#onTheWay.delete(query))
    this.#onTheWay.set(query, reading)
    return reading
  }

  async #readNow({ what, asks, thenByIds, beside }: Query, when: string) {
    const name = `${when}: ${what}`
    const responses = await Promise.all(asks.map((request) => this.#get(name, request)))
    const [first] = responses
    if (!thenByIds || !first) return
    const ids = keys.parse(JSON.parse(first.body)).map(({ id }) => id)
    if (ids.length === 0) return
    const { body } = await this.#get(name, thenByIds(ids))
    if (beside) this.#keepBeside(beside, rows.parse(JSON.parse(body)))
  }

  #keepBeside({ what, of, every }: NonNullable<Query['beside']>, known: z.infer<typeof rows>) {
    const ids = known.map(({ id }) => id)
    const newest = Math.max(...known.map(({ created_at: at }) => Date.parse(at)))
    const ask = () => void this.#get(`poll: ${what}`, of(ids)).catch(() => undefined)
    const askLater = () => {
      this.#poll = setTimeout(() => {
        ask()
        askLater()
      }, every(newest))
    }
    // If the rows are the same, keep the current timer.
    if (ids.join() === this.#besideOf) return
    this.#besideOf = ids.join()
    clearTimeout(this.#poll)
    ask()
    askLater()
  }

  #get(what: string, { method, table, query, isCounted, isOne }: TableRequest) {
    const extra = {
      ...(isCounted ? { prefer: 'count=exact' } : {}),
      ...(isOne ? { accept: 'application/vnd.pgrst.object+json' } : {}),
    }
    const path = `/rest/v1/${table}?${new URLSearchParams(query).toString()}`
    return this.#ask(what, method ?? 'GET', path, { extra })
  }

  async #ask(
    what: string,
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH',
    path: string,
    { extra = {}, body }: { extra?: Record<string, string>; body?: object },
  ): Promise<LeanResponse> {
    const { notes, counts } = this.#world
    const since = performance.now()
    counts.requests += 1
    const headers = { ...this.#headers(), ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = { method, path, headers: { ...headers, ...extra }, ...(body ? { body } : {}) }
    const response = await this.#lines.ask(request).catch((error: unknown) => {
      notes.failed(`${what}: ${error instanceof Error ? error.message : 'cut'}`)
      throw error
    })
    notes.took(what, performance.now() - since)
    if (response.status < 300) return response
    notes.failed(`${what}: ${response.status} ${codeIn(response.body)}`)
    throw new Error(`${what}: ${response.status} ${response.body}`)
  }

  #headers() {
    const { port, anonKey } = this.#world.target
    return {
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      'x-forwarded-for': this.#address,
      apikey: anonKey,
      authorization: `Bearer ${this.#token || anonKey}`,
      accept: '*/*',
      'accept-profile': 'public',
      'x-client-info': 'supabase-js-web/2.119.0',
    }
  }

  async #timed(what: string, work: () => Promise<void>) {
    const since = performance.now()
    await work()
    this.#world.notes.took(what, performance.now() - since)
  }
}

/**
 * Returns whether a change matches the filter. The server sends deletions to every subscriber of
 * the table, and only with the key of the row.
 */
function isFor(filter: string | undefined, row: Record<string, unknown>) {
  const [, column = '', value = ''] = /^(\w+)=eq\.(.*)$/u.exec(filter ?? '') ?? []
  return !(column in row) || row[column] === value
}

const startsWith = (key: Key, beginning: Key) => beginning.every((part, at) => key[at] === part)

const coded = z.looseObject({ code: z.string().optional(), error_code: z.string().optional() })

function codeIn(body: string) {
  const read = coded.safeParse(body === '' ? {} : JSON.parse(body))
  return read.success ? (read.data.error_code ?? read.data.code ?? '') : ''
}
