// Signs in a user of the demo with plain HTTP. A visitor can renew tokens, subscribe to jobs and
// upload a file.
import { z } from 'zod'
import { LiveSocket } from '../../tests/support/live-socket.ts'
import type { Server } from '../../tests/support/server.ts'
import type { Person } from './people.ts'

export interface Visitor {
  person: Person
  /** Returns the same user with new tokens. */
  renewed: () => Promise<Visitor>
  /** Subscribes to new jobs. */
  follow: () => Promise<Line>
  /** Uploads a file and returns its path. Only some roles may upload this file. */
  upload: () => Promise<string>
  /** Returns a link to the file that is valid for 5 minutes. */
  linkTo: (path: string) => Promise<string>
}

interface Line {
  isClosed: () => boolean
  heard: () => number
  leave: () => void
}

const publicConfig = z.object({ anonKey: z.string() })
const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({ id: z.string() }),
})
const signed = z.object({ signedURL: z.string() })
const refusal = z.object({ code: z.string() })

export async function visitor(server: Server, name: string): Promise<Visitor> {
  const { url } = server
  const { anonKey } = publicConfig.parse(await (await fetch(`${url}/config.json`)).json())
  const grant = async (type: string, body: object) => {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=${type}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${type}: ${answer.status} ${await answer.text()}`)
    return visitorWith(tokens.parse(await answer.json()))
  }
  const visitorWith = ({ access_token: token, refresh_token, user }: z.infer<typeof tokens>) => {
    const auth = { apikey: anonKey, authorization: `Bearer ${token}` }
    const headers = { ...auth, 'content-type': 'application/json' }
    const person = { id: user.id, url, key: anonKey, token, headers }
    const own: Visitor = {
      person,
      renewed: () => grant('refresh_token', { refresh_token }),
      follow: () => follow(url, anonKey, token),
      upload: () => upload(url, user.id, auth),
      linkTo: (path) => linkTo(url, path, person.headers),
    }
    return own
  }
  return grant('password', { email: `${name}@mendwell.test`, password: 'Mendwell-demo-1' })
}

/** Sends a simple request. Returns the status, and the code of a refusal. */
export async function askedAs({ person: { url, headers } }: Pick<Visitor, 'person'>) {
  const answer = await fetch(`${url}/rest/v1/jobs?select=id&limit=1`, { headers })
  const read = refusal.safeParse(await answer.json())
  return { status: answer.status, code: read.success ? read.data.code : '' }
}

export async function statusOf(address: string) {
  const answer = await fetch(address)
  await answer.arrayBuffer()
  return answer.status
}

async function follow(url: string, anonKey: string, token: string): Promise<Line> {
  const socket = await new LiveSocket(url, anonKey).opened()
  const change = { event: 'INSERT', schema: 'public', table: 'jobs' }
  const payload = { config: { postgres_changes: [change] }, access_token: token }
  const { status } = await socket.ask('realtime:jobs', 'phx_join', payload)
  if (status !== 'ok') throw new Error('The join was refused.')
  const count = (name: string) => socket.arrived.filter(({ event }) => event === name).length
  return {
    isClosed: () => socket.closed !== undefined || count('phx_close') > 0,
    heard: () => count('postgres_changes'),
    leave: () => socket.socket.close(),
  }
}

async function upload(url: string, id: string, headers: Record<string, string>) {
  const path = `documents/${id}/resume/clock.pdf`
  const answer = await fetch(`${url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/pdf', 'x-upsert': 'true' },
    body: '%PDF-1.7\nclock\n%%EOF\n',
  })
  if (!answer.ok) throw new Error(await answer.text())
  return path
}

async function linkTo(url: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(`${url}/storage/v1/object/sign/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ expiresIn: 300 }),
  })
  return `${url}/storage/v1${signed.parse(await answer.json()).signedURL}`
}
