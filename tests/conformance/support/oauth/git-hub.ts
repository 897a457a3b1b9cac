// Imitates GitHub's OAuth server. It accepts only the right client secret, and each code only once.
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
  let present: Person | undefined
  const codes = new Map<string, { challenge: string; person: Person | undefined }>()
  const tokens = new Map<string, Person | undefined>()
  const { url } = await listen((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github')
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') {
      return send(response, exchange(new URLSearchParams(await text(request))))
    }
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return response.writeHead(401).end()
    const { emails, ...user } = person
    return send(response, pathname === '/api/v3/user' ? user : emails)
  }

  function authorize(asked: URLSearchParams, response: ServerResponse) {
    const code = randomUUID()
    codes.set(code, { challenge: asked.get('code_challenge') ?? '', person: present })
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
    return response.writeHead(302, { location: back.href }).end()
  }

  function exchange(asked: URLSearchParams) {
    const known = codes.get(asked.get('code') ?? '')
    codes.delete(asked.get('code') ?? '')
    const proof = createHash('sha256').update(asked.get('code_verifier') ?? '')
    const isProven = known?.challenge === proof.digest('base64url')
    const isClient =
      asked.get('client_id') === client.id && asked.get('client_secret') === client.secret
    if (!isProven || !isClient) return { error: 'bad_verification_code' }
    const token = randomUUID()
    tokens.set(token, known?.person)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  return { url, person: (person: Person) => (present = person) }
}

function send(response: ServerResponse, body: unknown) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
