// Checks that sockets at one server receive events from another.
import { z } from 'zod'
import { LiveSocket } from '../../tests/support/live-socket.ts'
import { until } from '../../tests/support/until.ts'
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'

const topic = 'realtime:hall'
const patience = 10_000
const made = z.tuple([z.object({ id: z.string() })])
const change = z.object({ data: z.object({ record: z.object({ id: z.string() }) }) })

export class Watcher {
  readonly name: string
  readonly #socket: LiveSocket

  private constructor(name: string, socket: LiveSocket) {
    this.name = name
    this.#socket = socket
  }

  /** Joins a topic at this server and subscribes to new jobs. */
  static async join(url: string, { key, token }: Person, name: string) {
    const socket = await new LiveSocket(url, key).opened()
    const { status } = await socket.ask(topic, 'phx_join', {
      access_token: token,
      config: {
        presence: { key: name, enabled: true },
        postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'jobs' }],
      },
    })
    if (status !== 'ok') throw new Error(`A join was answered by ${status}.`)
    return new Watcher(name, socket)
  }

  /** Returns the ids of the jobs that the watcher received. The list includes repeats. */
  get jobs() {
    return this.#payloads('postgres_changes').map((payload) => change.parse(payload).data.record.id)
  }

  get heard() {
    return this.#payloads('broadcast').map((payload) => JSON.stringify(payload))
  }

  /**
   * Returns the presence messages as text. The text contains the name of each user who is present.
   */
  get present() {
    const told = [...this.#payloads('presence_state'), ...this.#payloads('presence_diff')]
    return JSON.stringify(told)
  }

  say(what: string) {
    const payload = { type: 'broadcast', event: 'typing', payload: { what } }
    this.#socket.socket.send(JSON.stringify([null, null, topic, 'broadcast', payload]))
  }

  async track() {
    const payload = { type: 'presence', event: 'track', payload: {} }
    await this.#socket.ask(topic, 'presence', payload)
  }

  async closedWith() {
    return this.#socket.endedWith()
  }

  close() {
    this.#socket.socket.close()
  }

  #payloads(event: string) {
    return this.#socket.arrived.filter((one) => one.event === event).map(({ payload }) => payload)
  }
}

async function post({ id, headers }: Person, url: string) {
  const answer = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: { ...headers, prefer: 'return=representation' },
    body: JSON.stringify({
      facility_id: id,
      title: 'Mend the roof',
      description: 'It leaks above the loading dock.',
      budget: 100,
    }),
  })
  const json: unknown = await answer.json()
  return made.parse(json)[0].id
}

/** Waits for the condition, and continues after the timeout. */
async function within(isThere: () => boolean) {
  await until(isThere, patience).catch(() => undefined)
}

/**
 * Posts jobs at each server in turn. Every watcher must receive each job once, whichever server the
 * watcher uses.
 */
export async function changesCross(
  facility: Person,
  urls: readonly string[],
  watchers: readonly Watcher[],
): Promise<Mark[]> {
  const ids: string[] = []
  let longest = 0
  for (let at = 0; at < 60; at += 1) {
    const id = await post(facility, urls[at % urls.length] ?? '')
    const since = performance.now()
    await within(() => watchers.every(({ jobs }) => jobs.includes(id)))
    longest = Math.max(longest, performance.now() - since)
    ids.push(id)
  }
  const told = watchers.map(({ jobs }) => jobs)
  const missed = told.flatMap((jobs) => ids.filter((id) => !jobs.includes(id)))
  const doubled = told.flatMap((jobs) => jobs.filter((id, at) => jobs.indexOf(id) !== at))
  return [
    { what: 'changes of one server that another did not tell', seen: missed.length, most: 0 },
    { what: 'changes told twice', seen: doubled.length, most: 0 },
    { what: 'from an answer to all sockets, the longest', seen: longest, most: 1000, unit: ' ms' },
  ]
}

/**
 * Each watcher sends broadcasts and joins presence. The others must receive every broadcast in
 * order and see every watcher.
 */
export async function wordsCross(watchers: readonly Watcher[]): Promise<Mark[]> {
  const wordsOf = ({ name }: Watcher) =>
    Array.from({ length: 50 }, (_, at) => `word ${at} of ${name}`)
  const pairs = watchers.flatMap((hearer) =>
    watchers.filter((sayer) => sayer !== hearer).map((sayer) => ({ hearer, sayer })),
  )
  for (const watcher of watchers) for (const word of wordsOf(watcher)) watcher.say(word)
  const heardOf = ({ hearer, sayer }: (typeof pairs)[number]) =>
    hearer.heard.filter((word) => word.includes(` of ${sayer.name}"`))
  await within(() => pairs.every((pair) => heardOf(pair).length >= wordsOf(pair.sayer).length))
  const wrong = pairs.flatMap((pair) => {
    const heard = heardOf(pair)
    return wordsOf(pair.sayer).filter((word, at) => !heard[at]?.includes(`"${word}"`))
  })
  for (const watcher of watchers) await watcher.track()
  const isUnseen = ({ hearer, sayer }: (typeof pairs)[number]) =>
    !hearer.present.includes(`"${sayer.name}"`)
  await within(() => !pairs.some(isUnseen))
  return [
    { what: 'words lost or out of order', seen: wrong.length, most: 0 },
    {
      what: 'people at one server whom another does not see',
      seen: pairs.filter(isUnseen).length,
      most: 0,
    },
  ]
}
