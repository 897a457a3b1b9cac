// Sends the requests of users who try to stall the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Keys, personId, tokenOf } from './people.ts'

export interface Attack {
  name: string
  request: (person: number) => { method: string; path: string; body?: string }
}

const backReferences = encodeURIComponent(String.raw`(.+)(.+)(.+)(.+)\4\3\2\1`)
const around = (times: number): string =>
  times === 0
    ? 'id'
    : `profiles!jobs_facility_id_fkey(jobs!jobs_facility_id_fkey(${around(times - 1)}))`
const words = Array.from({ length: 150 }, (_, index) => `description.ilike.*a*b*${index}*z*`)
const job = { title: 'A leak', description: 'It drips.', budget: 1, category: 'Roofing' }
const bodies = new Map<number, string>()

function manyJobs(person: number) {
  const row = JSON.stringify({ facility_id: personId(person), ...job })
  const body = bodies.get(person) ?? `[${Array.from({ length: 6000 }, () => row).join()}]`
  bodies.set(person, body)
  return body
}

const read = (path: string) => () => ({ method: 'GET', path })

export const readAttacks: Attack[] = [
  { name: 'match', request: read(`jobs?select=id&description=match.${backReferences}`) },
  { name: 'not.imatch', request: read(`profiles?select=id&bio=not.imatch.${backReferences}`) },
  { name: 'match in or', request: read(`jobs?or=(title.match."${backReferences}",id.is.null)`) },
  { name: 'embeds', request: read(`jobs?select=id,${around(4)}`) },
  { name: 'embeds of one job', request: read(`jobs?select=id,${around(3)}&limit=1`) },
  { name: 'fewer embeds', request: read(`jobs?select=id,${around(2)}`) },
  { name: 'ilike', request: read(`jobs?select=id&or=(${words.join()})`) },
  { name: 'count', request: read('jobs?select=id&limit=1&title=ilike.*a*b*c*') },
]

const insertJobs = (person: number) => ({
  method: 'POST',
  path: 'jobs',
  body: manyJobs(person),
})

export const writeAttacks: Attack[] = [
  { name: 'insert', request: insertJobs },
  {
    name: 'update',
    request: () => ({
      method: 'PATCH',
      path: `jobs?description=match.${backReferences}`,
      body: '{"title":"Mine"}',
    }),
  },
]

const openRequests = 8

/** Keeps several requests of one user open until the signal aborts. Counts responses by status. */
export async function attack(
  target: { port: number; keys: Keys },
  person: number,
  attacks: readonly Attack[],
  statuses: Map<number, number>,
  signal: AbortSignal,
) {
  const headers = headersOf(person, target.keys)
  const keepOpen = async (index: number) => {
    for (let turn = index; !signal.aborted; turn += 1) {
      const request = attacks[turn % attacks.length]?.request(person)
      if (!request) return
      const { method, path, body = null } = request
      try {
        const url = `http://127.0.0.1:${target.port}/rest/v1/${path}`
        const response = await fetch(url, { method, headers, body, signal })
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status === 429) await sleep(100)
      } catch {
        // Ignore the failure, because the end of the attack aborts open requests.
      }
    }
  }
  await Promise.all(Array.from({ length: openRequests }, (_, index) => keepOpen(index)))
}

export function headersOf(person: number, keys: Keys) {
  return {
    apikey: keys.anonKey,
    authorization: `Bearer ${tokenOf(person, keys)}`,
    'content-type': 'application/json',
  }
}
