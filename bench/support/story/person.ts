// Simulates a user on the dashboard of the web app. The user signs in, sends the dashboard's
// requests, subscribes, and refetches after changes.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { coalesced } from '../../../web/src/lib/live/coalesce.ts'
import { personId } from '../people.ts'
import type { Dashboard, Key, Query, TableRequest } from './dashboards.ts'
import type { TimeRecorder } from './figures.ts'
import { type LeanResponse, ConnectionPool } from './lean-http.ts'
import { type Change, LiveConnection } from './live-connection.ts'
import type { StoryTarget } from './story-messages.ts'

const tokenResponse = z.object({ access_token: z.string() })
const idRows = z.array(z.object({ id: z.string() }))
const timedRows = z.array(z.object({ id: z.string(), created_at: z.string() }))

interface ExpectedChange {
  isMatch: (change: Change) => boolean
  onMatch: () => void
}

/** The counters that all users share. */
export interface Counts {
  requests: number
  frames: number
  lostSockets: number
}

interface SharedState {
  target: StoryTarget
  recorder: TimeRecorder
  counts: Counts
}

export class Person {
  readonly id: string
  readonly isFacility: boolean
  readonly #email: string
  /**
   * Each user has a separate network address. Every request carries this address in a header that
   * the server trusts.
   */
  readonly #address: string
  readonly #world: SharedState
  readonly #dashboard: Dashboard
  readonly #connections: ConnectionPool
  readonly #refreshers = new Map<string, () => void>()
  readonly #runningQueries = new Map<Query, Promise<void>>()
  readonly #expectedChanges = new Set<ExpectedChange>()
  #token = ''
  #shownIds = ''
  #pollTimer: NodeJS.Timeout | undefined

  constructor(number: number, world: SharedState, makeDashboard: (me: string) => Dashboard) {
    this.id = personId(number)
    this.isFacility = number < world.target.firstContractor
    this.#email = `person${number}@example.com`
    this.#address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    this.#world = world
    this.#dashboard = makeDashboard(this.id)
    this.#connections = new ConnectionPool(world.target.port)
  }

  async signIn() {
    const { target } = this.#world
    const path = '/auth/v1/token?grant_type=password'
    const body = { email: this.#email, password: target.password }
    const response = await this.#send('sign in', 'POST', path, { body })
    this.#token = tokenResponse.parse(JSON.parse(response.body)).access_token
    await this.#timed('open the page', async () => {
      await Promise.all(this.#dashboard.queries.map((query) => this.#read(query, 'open')))
    })
    await this.#timed('open a socket and subscribe', () => this.#subscribe())
    for (const query of this.#dashboard.queries) {
      const { pollIntervalMs } = query
      if (pollIntervalMs)
        setInterval(() => void this.#read(query, 'poll').catch(() => undefined), pollIntervalMs)
    }
  }

  /** Sends one write request of the user and returns the parsed response. */
  async write(name: string, method: 'POST' | 'PATCH', path: string, body: object) {
    const headers = { prefer: 'return=representation', 'idempotency-key': randomUUID() }
    const extraHeaders = method === 'POST' && !path.startsWith('rpc/') ? headers : {}
    const { body: responseText } = await this.#send(name, method, `/rest/v1/${path}`, {
      body,
      extra: extraHeaders,
    })
    const result: unknown = responseText === '' ? undefined : JSON.parse(responseText)
    return result
  }

  read(name: string, request: TableRequest) {
    return this.#get(name, request)
  }

  /** Resolves when a matching change arrives, and records the time since the call. */
  async waitForChange(name: string, isMatch: (change: Change) => boolean, timeoutMs: number) {
    const start = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const expected = { isMatch, onMatch: resolve }
    const timer = setTimeout(() => {
      this.#expectedChanges.delete(expected)
      this.#world.recorder.addFailure(`${name}: not within ${timeoutMs / 1000} s`)
      reject(new Error(name))
    }, timeoutMs)
    this.#expectedChanges.add(expected)
    await promise
    clearTimeout(timer)
    this.#expectedChanges.delete(expected)
    this.#world.recorder.addDuration(name, performance.now() - start)
  }

  async #subscribe() {
    const { port, anonKey } = this.#world.target
    const connection = await new LiveConnection({
      port,
      anonKey,
      token: this.#token,
      address: this.#address,
      onChange: (change) => this.#onChange(change),
      onClose: () => (this.#world.counts.lostSockets += 1),
    }).waitUntilOpen()
    await Promise.all(
      this.#dashboard.subscriptions.map(({ table, filter }) =>
        connection.subscribe(filter ? { table, filter } : { table }),
      ),
    )
  }

  #onChange(change: Change) {
    this.#world.counts.frames += 1
    for (const expected of this.#expectedChanges) if (expected.isMatch(change)) expected.onMatch()
    const { table, row } = change
    const isShown = this.#shownIds.includes(String(row['id']))
    for (const subject of this.#dashboard.subscriptions) {
      if (subject.table !== table || !matchesFilter(subject.filter, row)) continue
      for (const key of subject.affectedKeys(change, isShown)) this.#refresh(key)
    }
  }

  /**
   * Refetches immediately, and then at most every 250 ms. `refreshQueries` in the web app does the
   * same.
   */
  #refresh(key: Key) {
    const keyText = key.join(' ')
    const refresh = this.#refreshers.get(keyText) ?? coalesced(() => this.#refetch(key))
    this.#refreshers.set(keyText, refresh)
    refresh()
  }

  async #refetch(key: Key) {
    const affected = this.#dashboard.queries.filter((query) => startsWith(query.key, key))
    const wereRunning = affected.some((query) => this.#runningQueries.has(query))
    await Promise.all(affected.map((query) => this.#read(query, 'refetch')))
    if (wereRunning) await Promise.all(affected.map((query) => this.#read(query, 'refetch')))
  }

  #read(query: Query, trigger: string) {
    const runningQuery = this.#runningQueries.get(query)
    if (runningQuery) return runningQuery
    const newRun = this.#readNow(query, trigger).finally(() => this.#runningQueries.delete(query))
    this.#runningQueries.set(query, newRun)
    return newRun
  }

  async #readNow({ name, requests, thenByIds, extraData }: Query, trigger: string) {
    const label = `${trigger}: ${name}`
    const responses = await Promise.all(requests.map((request) => this.#get(label, request)))
    const [first] = responses
    if (!thenByIds || !first) return
    const ids = idRows.parse(JSON.parse(first.body)).map(({ id }) => id)
    if (ids.length === 0) return
    const { body } = await this.#get(label, thenByIds(ids))
    if (extraData) this.#refreshExtraData(extraData, timedRows.parse(JSON.parse(body)))
  }

  #refreshExtraData(
    { name, requestFor, pollIntervalMs }: NonNullable<Query['extraData']>,
    shownRows: z.infer<typeof timedRows>,
  ) {
    const ids = shownRows.map(({ id }) => id)
    const newest = Math.max(...shownRows.map(({ created_at: at }) => Date.parse(at)))
    const fetchExtraData = () =>
      void this.#get(`poll: ${name}`, requestFor(ids)).catch(() => undefined)
    const schedulePoll = () => {
      this.#pollTimer = setTimeout(() => {
        fetchExtraData()
        schedulePoll()
      }, pollIntervalMs(newest))
    }
    // If the rows are the same, keep the current timer.
    if (ids.join() === this.#shownIds) return
    this.#shownIds = ids.join()
    clearTimeout(this.#pollTimer)
    fetchExtraData()
    schedulePoll()
  }

  #get(name: string, { method, table, query, isCounted, isOne }: TableRequest) {
    const extraHeaders = {
      ...(isCounted ? { prefer: 'count=exact' } : {}),
      ...(isOne ? { accept: 'application/vnd.pgrst.object+json' } : {}),
    }
    const path = `/rest/v1/${table}?${new URLSearchParams(query).toString()}`
    return this.#send(name, method ?? 'GET', path, { extra: extraHeaders })
  }

  async #send(
    name: string,
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH',
    path: string,
    { extra: extraHeaders = {}, body }: { extra?: Record<string, string>; body?: object },
  ): Promise<LeanResponse> {
    const { recorder, counts } = this.#world
    const start = performance.now()
    counts.requests += 1
    const headers = { ...this.#headers(), ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = {
      method,
      path,
      headers: { ...headers, ...extraHeaders },
      ...(body ? { body } : {}),
    }
    const response = await this.#connections.send(request).catch((error: unknown) => {
      recorder.addFailure(`${name}: ${error instanceof Error ? error.message : 'cut'}`)
      throw error
    })
    recorder.addDuration(name, performance.now() - start)
    if (response.status < 300) return response
    recorder.addFailure(`${name}: ${response.status} ${errorCodeOf(response.body)}`)
    throw new Error(`${name}: ${response.status} ${response.body}`)
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

  async #timed(name: string, action: () => Promise<void>) {
    const start = performance.now()
    await action()
    this.#world.recorder.addDuration(name, performance.now() - start)
  }
}

/**
 * Returns whether a change matches the filter. A deletion contains only the row's key, and the
 * server sends it to every subscriber of the table.
 */
function matchesFilter(filter: string | undefined, row: Record<string, unknown>) {
  const [, column = '', value = ''] = /^(\w+)=eq\.(.*)$/u.exec(filter ?? '') ?? []
  return !(column in row) || row[column] === value
}

const startsWith = (key: Key, prefix: Key) => prefix.every((part, at) => key[at] === part)

const errorBody = z.looseObject({ code: z.string().optional(), error_code: z.string().optional() })

function errorCodeOf(body: string) {
  const parsed = errorBody.safeParse(body === '' ? {} : JSON.parse(body))
  return parsed.success ? (parsed.data.error_code ?? parsed.data.code ?? '') : ''
}
