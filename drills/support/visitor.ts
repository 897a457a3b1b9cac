// Signs in a user of the demo without supabase-js. The returned `Visitor` can renew the user's
// tokens, subscribe to jobs and upload a file.
import { z } from 'zod'
import { LiveSocket } from '../../tests/support/live-socket.ts'
import type { Server } from '../../tests/support/server.ts'
import type { Person } from './people.ts'

export interface Visitor {
  person: Person
  /** Returns the same user with new tokens. */
  renewTokens: () => Promise<Visitor>
  /** Subscribes to new jobs. */
  subscribe: () => Promise<Subscription>
  /** Uploads a resume and returns its path. Facilities may not upload resumes. */
  upload: () => Promise<string>
  /** Returns a link to the file. The link is valid for 5 minutes. */
  linkTo: (path: string) => Promise<string>
}

interface Subscription {
  isClosed: () => boolean
  changeCount: () => number
  close: () => void
}

const publicConfig = z.object({ anonKey: z.string() })
const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({ id: z.string() }),
})
const signedUrlBody = z.object({ signedURL: z.string() })
const errorBody = z.object({ code: z.string() })

export async function signInVisitor(server: Server, name: string): Promise<Visitor> {
  const { url } = server
  const { anonKey } = publicConfig.parse(await (await fetch(`${url}/config.json`)).json())
  const grant = async (type: string, body: object) => {
    const response = await fetch(`${url}/auth/v1/token?grant_type=${type}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${type}: ${response.status} ${await response.text()}`)
    return visitorWith(tokens.parse(await response.json()))
  }
  const visitorWith = ({ access_token: token, refresh_token, user }: z.infer<typeof tokens>) => {
    const auth = { apikey: anonKey, authorization: `Bearer ${token}` }
    const headers = { ...auth, 'content-type': 'application/json' }
    const person = { id: user.id, url, key: anonKey, token, headers }
    const visitor: Visitor = {
      person,
      renewTokens: () => grant('refresh_token', { refresh_token }),
      subscribe: () => subscribe(url, anonKey, token),
      upload: () => upload(url, user.id, auth),
      linkTo: (path) => linkTo(url, path, person.headers),
    }
    return visitor
  }
  return grant('password', { email: `${name}@mendwell.test`, password: 'Mendwell-demo-1' })
}

/** Reads one job. Returns the status, and the code of a refusal. */
export async function readJobsAs({ person: { url, headers } }: Pick<Visitor, 'person'>) {
  const response = await fetch(`${url}/rest/v1/jobs?select=id&limit=1`, { headers })
  const parsed = errorBody.safeParse(await response.json())
  return { status: response.status, code: parsed.success ? parsed.data.code : '' }
}

export async function statusOf(address: string) {
  const response = await fetch(address)
  await response.arrayBuffer()
  return response.status
}

async function subscribe(url: string, anonKey: string, token: string): Promise<Subscription> {
  const socket = await new LiveSocket(url, anonKey).waitUntilOpen()
  const change = { event: 'INSERT', schema: 'public', table: 'jobs' }
  const payload = { config: { postgres_changes: [change] }, access_token: token }
  const { status } = await socket.ask('realtime:jobs', 'phx_join', payload)
  if (status !== 'ok') throw new Error('The join was refused.')
  const count = (name: string) => socket.received.filter(({ event }) => event === name).length
  return {
    isClosed: () => socket.closed !== undefined || count('phx_close') > 0,
    changeCount: () => count('postgres_changes'),
    close: () => socket.socket.close(),
  }
}

async function upload(url: string, id: string, headers: Record<string, string>) {
  const path = `documents/${id}/resume/clock.pdf`
  const response = await fetch(`${url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/pdf', 'x-upsert': 'true' },
    body: '%PDF-1.7\nclock\n%%EOF\n',
  })
  if (!response.ok) throw new Error(await response.text())
  return path
}

async function linkTo(url: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/storage/v1/object/sign/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ expiresIn: 300 }),
  })
  return `${url}/storage/v1${signedUrlBody.parse(await response.json()).signedURL}`
}
