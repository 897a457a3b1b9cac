// Stubs the network of component tests. A request without a reply fails the test.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { LiveSocket } from './testing-live.ts'
import { UploadRequest } from './testing-upload.ts'

export interface NetworkRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** The body of the request: parsed JSON, a form or a file. */
  body: unknown
}

type Reply = Response | Promise<Response>
type Replier = (request: NetworkRequest) => Reply

interface Rule {
  method: string
  path: string
  replier: Replier
}

let rules: Rule[] = []
let requests: NetworkRequest[] = []
let unanswered: string[] = []

/**
 * Defines the reply to a method and path: `reply('GET', '/rest/v1/bids', () => rows([bid]))`. A later definition
 * replaces an earlier one. A `*` at the end of a path matches any text.
 */
export function reply(method: string, path: string, replier: Replier) {
  rules.unshift({ method, path, replier })
}

/** Returns the requests that the page has sent to a path. */
export function requestsTo(method: string, path: string) {
  return requests.filter((request) => isTo(request, method, path))
}

function isTo(request: NetworkRequest, method: string, path: string) {
  const isSamePath = path.endsWith('*')
    ? request.path.startsWith(path.slice(0, -1))
    : request.path === path
  return isSamePath && request.method === method
}

/** `total` is the number of all matching rows, which the page gets as the count. */
export function rows(list: readonly unknown[], total = list.length) {
  const range = list.length > 0 ? `0-${list.length - 1}/${total}` : `*/${total}`
  return json(list, 200, { 'content-range': range })
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}) {
  const body = status === 204 ? null : JSON.stringify(value)
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Stubs the numbers of unread messages and notices, and the user's alerts. `counts` is called for every request. */
export function serveUnread(
  counts: () => { messages: number; notices: number },
  alerts = { sound: false, messages: true },
) {
  reply('GET', '/rest/v1/rpc/my_unread', () =>
    // A change that is sent in the same millisecond is later than the read.
    json({ ...counts(), as_of: new Date(Date.now() - 1).toISOString(), alerts }),
  )
}

/** Returns a refusal by the database's rules, as `app.refuse` sends it. */
export function refusal(status: number, code: string, message: string, hint: string | null = null) {
  return json({ code, message, hint, details: null }, status)
}

/** Returns a rejected promise, as `fetch` does if it cannot reach the server. */
export function networkFailure(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** Returns a `replier` whose reply arrives only when the test calls `send`. */
export function makeDeferredReply() {
  let send: (response: Response) => void = () => undefined
  const promise = new Promise<Response>((resolve) => {
    send = resolve
  })
  return { replier: () => promise, send: (response: Response) => send(response) }
}

async function stubbedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = await readRequest(input, init)
  requests.push(request)
  const rule = rules.find(({ method, path }) => isTo(request, method, path))
  if (!rule) {
    unanswered.push(`${request.method} ${request.path}?${request.query}`)
    return json({ code: 'no_reply', message: 'The test states no reply to this.' }, 501)
  }
  const response = await rule.replier(request)
  return wantsOneRow(request) ? oneRowOf(response) : response.clone()
}

async function readRequest(input: RequestInfo | URL, init?: RequestInit): Promise<NetworkRequest> {
  const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
  const requestOptions = input instanceof Request ? input : init
  return {
    method: requestOptions?.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(requestOptions?.headers),
    body: input instanceof Request ? await input.clone().text() : parseBody(init?.body),
  }
}

function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function wantsOneRow({ headers }: NetworkRequest) {
  return headers.get('accept')?.includes('vnd.pgrst.object') ?? false
}

/** Returns the first row, or the refusal that PostgREST sends when no row was found. */
async function oneRowOf(response: Response) {
  const value: unknown = await response.clone().json()
  if (!Array.isArray(value)) return response.clone()
  const row: unknown = value[0]
  return row === undefined ? refusal(406, 'PGRST116', 'The result contains 0 rows') : json(row)
}

beforeEach(() => {
  rules = []
  requests = []
  unanswered = []
  reply('GET', '/config.json', () => json({ url: location.origin, anonKey: 'anon' }))
  vi.stubGlobal('fetch', stubbedFetch)
  vi.stubGlobal('WebSocket', LiveSocket)
  vi.stubGlobal('XMLHttpRequest', UploadRequest)
})

afterEach(() => {
  expect(unanswered, 'Each request needs a reply: reply(method, path, …)').toEqual([])
})
