// Simulates a user on the dashboard of the web app. The user signs in, sends the dashboard's
// requests, subscribes, and refetches after changes.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { backgroundRefresher, coalesced } from '../../../web/src/lib/live/coalesce.ts'
import { sharedRead } from '../../../web/src/lib/shared-read.ts'
import { personId } from '../people.ts'
import {
  availableJobsTopic,
  type Dashboard,
  findJobs,
  isUnder,
  jobsByIds,
  type Key,
  type Query,
  type TableRequest,
} from './dashboards.ts'
import type { TimeRecorder } from './figures.ts'
import { FollowedJobs, parseFound, readSize } from './followed-jobs.ts'
import { ConnectionPool, errorCodeOf, headersOf, idsIn, type LeanResponse } from './lean-http.ts'
import { ListCache } from './list-cache.ts'
import { type Change, LiveConnection, matchesFilter } from './live-connection.ts'
import type { StoryTarget } from './story-messages.ts'

const tokenResponse = z.object({ access_token: z.string() })
const jobPayload = z.object({
  id: z.string(),
  is_new: z.boolean(),
  row: z.record(z.string(), z.unknown()).nullable(),
})

/** The longest random pause of the web app before a page that is stale is read again. */
const maxPauseMs = 2000

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
  /** Like the web app, the user refetches soon after a change. */
  readonly #refresh = backgroundRefresher((key: Key) => this.#refetch(key))
  readonly #runningQueries = new Map<Query, Promise<void>>()
  readonly #expectedChanges = new Set<ExpectedChange>()
  #token = ''
  readonly #sharedReads = new Map<string, () => Promise<LeanResponse>>()
  readonly #jobs = new FollowedJobs()
  readonly #lists = new ListCache()

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
    if (this.#dashboard.hasAvailableJobs) await this.#readJobs('open')
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

  /** Compares the lists with fresh reads. */
  async hasFreshLists() {
    const results = await Promise.all(this.#dashboard.queries.map((query) => this.#isFresh(query)))
    if (!this.#dashboard.hasAvailableJobs) return !results.includes(false)
    return !results.includes(false) && this.#jobs.equals(await this.#fetchJobs('compare'))
  }

  async #readJobs(trigger: string) {
    this.#jobs.startRead()
    this.#jobs.finishRead(await this.#fetchJobs(trigger))
  }

  async #fetchJobs(trigger: string) {
    const label = `${trigger}: list available jobs`
    const found = parseFound((await this.#get(label, findJobs(readSize))).body)
    const { body } = await this.#get(label, jobsByIds(found.map(({ id }) => id)))
    const rows: unknown = JSON.parse(body)
    return { found, rows }
  }

  async #subscribe() {
    const { port, anonKey } = this.#world.target
    const connection = await new LiveConnection({
      port,
      anonKey,
      token: this.#token,
      address: this.#address,
      onChange: (change) => this.#onChange(change),
      onBroadcast: (event, payload) => this.#onBroadcast(event, payload),
      onClose: () => (this.#world.counts.lostSockets += 1),
    }).waitUntilOpen()
    await Promise.all(
      this.#dashboard.subscriptions.map(({ table, filter }) =>
        connection.subscribe(filter ? { table, filter } : { table }),
      ),
    )
    if (this.#dashboard.hasAvailableJobs) await connection.subscribeToTopic(availableJobsTopic)
  }

  #onChange(change: Change) {
    this.#world.counts.frames += 1
    this.#noteExpected(change)
    const { table, row } = change
    for (const subject of this.#dashboard.subscriptions) {
      if (subject.table !== table || !matchesFilter(subject.filter, row)) continue
      for (const key of subject.affectedKeys(change)) {
        this.#lists.markStale(this.#queriesUnder(key), change)
        this.#refresh(key)
      }
    }
    if (table === 'bids' && this.#dashboard.hasAvailableJobs) this.#jobs.handleOwnBid(row)
  }

  #onBroadcast(event: string, payload: unknown) {
    this.#world.counts.frames += 1
    this.#jobs.handleBroadcast(event, payload)
    if (this.#jobs.isStale) this.#refreshJobs()
    if (event !== 'job') return
    const { id, is_new: isNew, row } = jobPayload.parse(payload)
    const kind = row ? 'UPDATE' : 'DELETE'
    this.#noteExpected({ table: 'jobs', event: isNew ? 'INSERT' : kind, row: row ?? { id } })
  }

  #noteExpected(change: Change) {
    for (const expected of this.#expectedChanges) if (expected.isMatch(change)) expected.onMatch()
  }

  readonly #refreshJobs = coalesced(async () => {
    await sleep(Math.random() * maxPauseMs)
    await this.#readJobs('refetch')
  })

  async #refetch(key: Key) {
    const affected = this.#queriesUnder(key)
    const wereRunning = affected.some((query) => this.#runningQueries.has(query))
    await Promise.all(affected.map((query) => this.#read(query, 'refetch')))
    if (wereRunning) await Promise.all(affected.map((query) => this.#read(query, 'refetch')))
  }

  #queriesUnder(key: Key) {
    return this.#dashboard.queries.filter((query) => isUnder(query, key))
  }

  #read(query: Query, trigger: string) {
    const runningQuery = this.#runningQueries.get(query)
    if (runningQuery) return runningQuery
    const newRun = this.#readNow(query, trigger)
      .catch((error: unknown) => {
        this.#lists.forget(query)
        throw error
      })
      .finally(() => this.#runningQueries.delete(query))
    this.#runningQueries.set(query, newRun)
    return newRun
  }

  async #readNow(query: Query, trigger: string) {
    const { name, requests, thenByIds } = query
    const label = `${trigger}: ${name}`
    const kept = this.#lists.takeCurrentRows(query)
    const responses = await Promise.all(requests.map((request) => this.#getShared(label, request)))
    const [first] = responses
    if (!thenByIds || !first) return
    const ids = idsIn(first)
    const missing = ids.filter((id) => !kept.has(id))
    const body = missing.length > 0 ? (await this.#get(label, thenByIds(missing))).body : '[]'
    this.#lists.store(query, ids, kept, body)
  }

  async #isFresh(query: Query) {
    const [request] = query.requests
    if (!query.thenByIds || !request) return true
    const ids = idsIn(await this.#get('compare', request))
    const body = ids.length > 0 ? (await this.#get('compare', query.thenByIds(ids))).body : '[]'
    return this.#lists.equals(query, ids, body)
  }

  #getShared(name: string, request: TableRequest) {
    if (!request.isShared) return this.#get(name, request)
    const read = this.#sharedReads.get(request.table) ?? sharedRead(() => this.#get(name, request))
    this.#sharedReads.set(request.table, read)
    return read()
  }

  #get(name: string, { table, query, isCounted }: TableRequest) {
    const extraHeaders = isCounted ? { prefer: 'count=exact' } : undefined
    const path = `/rest/v1/${table}?${new URLSearchParams(query).toString()}`
    return this.#send(name, 'GET', path, { ...(extraHeaders && { extra: extraHeaders }) })
  }

  async #send(
    name: string,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    { extra: extraHeaders = {}, body }: { extra?: Record<string, string>; body?: object },
  ): Promise<LeanResponse> {
    const { recorder, counts } = this.#world
    const start = performance.now()
    counts.requests += 1
    const userHeaders = headersOf(this.#world.target, this.#token, this.#address)
    const headers = { ...userHeaders, ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = {
      method,
      path,
      headers: { ...headers, ...extraHeaders },
      ...(body && { body }),
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

  async #timed(name: string, action: () => Promise<void>) {
    const start = performance.now()
    await action()
    this.#world.recorder.addDuration(name, performance.now() - start)
  }
}
