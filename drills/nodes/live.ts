// Checks that sockets at one server receive events that start at another server.
import { z } from 'zod'
import { LiveSocket } from '../../tests/support/live-socket.ts'
import { until } from '../../tests/support/until.ts'
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'

const topic = 'realtime:hall'
const timeoutMs = 10_000
const createdRows = z.tuple([z.object({ id: z.string() })])
const changePayload = z.object({ data: z.object({ record: z.object({ id: z.string() }) }) })

export class Watcher {
  readonly name: string
  readonly #socket: LiveSocket

  private constructor(name: string, socket: LiveSocket) {
    this.name = name
    this.#socket = socket
  }

  /** Joins a topic at the server with this URL and subscribes to new jobs. */
  static async join(url: string, { key, token }: Person, name: string) {
    const socket = await new LiveSocket(url, key).waitUntilOpen()
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

  /** Returns the ids of the jobs that the watcher received, including repeats. */
  get jobs() {
    return this.#payloads('postgres_changes').map(
      (payload) => changePayload.parse(payload).data.record.id,
    )
  }

  get broadcasts() {
    return this.#payloads('broadcast').map((payload) => JSON.stringify(payload))
  }

  /**
   * Returns the presence messages as text. The text contains the name of each user who is present.
   */
  get present() {
    const payloads = [...this.#payloads('presence_state'), ...this.#payloads('presence_diff')]
    return JSON.stringify(payloads)
  }

  sendBroadcast(text: string) {
    const payload = { type: 'broadcast', event: 'typing', payload: { text } }
    this.#socket.socket.send(JSON.stringify([null, null, topic, 'broadcast', payload]))
  }

  async track() {
    const payload = { type: 'presence', event: 'track', payload: {} }
    await this.#socket.ask(topic, 'presence', payload)
  }

  async closeCode() {
    return this.#socket.waitForCloseCode()
  }

  close() {
    this.#socket.socket.close()
  }

  #payloads(event: string) {
    return this.#socket.received
      .filter((frame) => frame.event === event)
      .map(({ payload }) => payload)
  }
}

async function postJob({ id, headers }: Person, url: string) {
  const response = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: { ...headers, prefer: 'return=representation' },
    body: JSON.stringify({
      facility_id: id,
      title: 'Mend the roof',
      description: 'It leaks above the loading dock.',
      budget: 100,
    }),
  })
  const json: unknown = await response.json()
  return createdRows.parse(json)[0].id
}

async function waitUntilOrTimeout(condition: () => boolean) {
  await until(condition, timeoutMs).catch(() => undefined)
}

/** Posts jobs at each server in turn. Every watcher must receive each job exactly once. */
export async function checkChangesReachAll(
  facility: Person,
  urls: readonly string[],
  watchers: readonly Watcher[],
): Promise<Mark[]> {
  const ids: string[] = []
  let longestMs = 0
  for (let index = 0; index < 60; index += 1) {
    const id = await postJob(facility, urls[index % urls.length] ?? '')
    const start = performance.now()
    await waitUntilOrTimeout(() => watchers.every(({ jobs }) => jobs.includes(id)))
    longestMs = Math.max(longestMs, performance.now() - start)
    ids.push(id)
  }
  const received = watchers.map(({ jobs }) => jobs)
  const missed = received.flatMap((jobs) => ids.filter((id) => !jobs.includes(id)))
  const duplicates = received.flatMap((jobs) =>
    jobs.filter((id, index) => jobs.indexOf(id) !== index),
  )
  return [
    { condition: 'changes that did not reach every server', measured: missed.length, max: 0 },
    { condition: 'changes delivered twice', measured: duplicates.length, max: 0 },
    {
      condition: 'longest time from a response to all sockets',
      measured: longestMs,
      max: 1000,
      unit: ' ms',
    },
  ]
}

/**
 * Each watcher sends broadcasts and announces its presence. All the other watchers must receive these
 * broadcasts in order, and must see the watcher as present.
 */
export async function checkBroadcastsReachAll(watchers: readonly Watcher[]): Promise<Mark[]> {
  const textsOf = ({ name }: Watcher) =>
    Array.from({ length: 50 }, (_, index) => `text ${index} of ${name}`)
  const pairs = watchers.flatMap((receiver) =>
    watchers.filter((sender) => sender !== receiver).map((sender) => ({ receiver, sender })),
  )
  for (const watcher of watchers) for (const text of textsOf(watcher)) watcher.sendBroadcast(text)
  const receivedFrom = ({ receiver, sender }: (typeof pairs)[number]) =>
    receiver.broadcasts.filter((text) => text.includes(` of ${sender.name}"`))
  await waitUntilOrTimeout(() =>
    pairs.every((pair) => receivedFrom(pair).length >= textsOf(pair.sender).length),
  )
  const wrongTexts = pairs.flatMap((pair) => {
    const received = receivedFrom(pair)
    return textsOf(pair.sender).filter((text, index) => !received[index]?.includes(`"${text}"`))
  })
  for (const watcher of watchers) await watcher.track()
  const isUnseen = ({ receiver, sender }: (typeof pairs)[number]) =>
    !receiver.present.includes(`"${sender.name}"`)
  await waitUntilOrTimeout(() => !pairs.some(isUnseen))
  return [
    { condition: 'broadcasts lost or out of order', measured: wrongTexts.length, max: 0 },
    {
      condition: 'users of one server missing in the presence of another',
      measured: pairs.filter(isUnseen).length,
      max: 0,
    },
  ]
}
