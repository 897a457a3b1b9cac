// What happens at one server, as sockets at another see it.
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
  readonly #socket: LiveSocket

  private constructor(socket: LiveSocket) {
    this.#socket = socket
  }

  /** In the hall of the server at this address, following new jobs. */
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
    return new Watcher(socket)
  }

  /** The ids of the jobs that it was told of, each as often as it was. */
  get jobs() {
    return this.#payloads('postgres_changes').map((payload) => change.parse(payload).data.record.id)
  }

  get heard() {
    return this.#payloads('broadcast').map((payload) => JSON.stringify(payload))
  }

  /** Whom it was told of as being there. */
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

/** Where each of these is there, or the time for it is over. */
async function within(isThere: () => boolean) {
  await until(isThere, patience).catch(() => undefined)
}

/** Jobs are posted at each address in turn; every watcher, wherever it is, is told of each once. */
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

export async function wordsCross(one: Watcher, other: Watcher): Promise<Mark[]> {
  const words = Array.from({ length: 50 }, (_, at) => `word ${at} of many`)
  for (const word of words) one.say(word)
  for (const word of words) other.say(word)
  const isWhole = ({ heard }: Watcher) => heard.length >= words.length
  await within(() => isWhole(one) && isWhole(other))
  const wrong = [one, other].flatMap(({ heard }) =>
    words.filter((word, at) => !heard[at]?.includes(`"${word}"`)),
  )
  await one.track()
  await other.track()
  const sees = (watcher: Watcher) => watcher.present.includes(watcher === one ? '"ben"' : '"ann"')
  await within(() => sees(one) && sees(other))
  const unseen = [one, other].filter((watcher) => !sees(watcher))
  return [
    { what: 'words lost or out of order', seen: wrong.length, most: 0 },
    { what: 'people at one server whom the other does not see', seen: unseen.length, most: 0 },
  ]
}
