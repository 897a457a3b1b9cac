// Sends raw HTTP requests, which supabase-js would not send, and returns whole responses.
import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { idOf, type Login } from './clients.ts'
import { secrets, target } from './target.ts'
import { tokenFor } from './tokens.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Sends a request without normalizing the path, unlike fetch. */
export function sendRequest(
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Reply> {
  const { hostname, port } = new URL(target.url)
  // Node.js does not add the Content-Length header to a DELETE request.
  const headersWithLength =
    body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers: headersWithLength },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString() })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Returns request headers that sign in this user. */
export function headersOfUser(login: Login): Record<string, string> {
  return headersWithToken(tokenFor(idOf(login)))
}

export function headersWithToken(token: string): Record<string, string> {
  return { apikey: secrets.anonKey, authorization: `Bearer ${token}` }
}

export const serviceHeaders = {
  apikey: secrets.serviceRoleKey,
  authorization: `Bearer ${secrets.serviceRoleKey}`,
}

export const jsonHeaders = { 'content-type': 'application/json' }

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
})

/** Parses the body of a refusal. */
export function refusalIn({ text }: Reply) {
  return refusal.parse(JSON.parse(text))
}

export function rowsIn({ text }: Reply): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(text))
}
