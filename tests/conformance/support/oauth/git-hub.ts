// Imitates GitHub's OAuth server.
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../../support/open-id/faulty-proxy.ts'

interface Person {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export async function startGitHub(client: { id: string; secret: string }) {
  let currentPerson: Person | undefined
  const codes = new Map<string, { challenge: string; person: Person | undefined }>()
  const tokens = new Map<string, Person | undefined>()
  const { url } = await listen((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github')
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') {
      return sendJson(response, exchange(new URLSearchParams(await text(request))))
    }
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return response.writeHead(401).end()
    const { emails, ...user } = person
    return sendJson(response, pathname === '/api/v3/user' ? user : emails)
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const code = randomUUID()
    codes.set(code, { challenge: query.get('code_challenge') ?? '', person: currentPerson })
    const callback = new URL(query.get('redirect_uri') ?? '')
    callback.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    return response.writeHead(302, { location: callback.href }).end()
  }

  function exchange(query: URLSearchParams) {
    const issued = codes.get(query.get('code') ?? '')
    codes.delete(query.get('code') ?? '')
    const proof = createHash('sha256').update(query.get('code_verifier') ?? '')
    const isVerified = issued?.challenge === proof.digest('base64url')
    const isClient =
      query.get('client_id') === client.id && query.get('client_secret') === client.secret
    if (!isVerified || !isClient) return { error: 'bad_verification_code' }
    const token = randomUUID()
    tokens.set(token, issued?.person)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  return { url, person: (person: Person) => (currentPerson = person) }
}

function sendJson(response: ServerResponse, body: unknown) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
