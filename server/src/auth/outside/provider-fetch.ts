// Requests to providers: short, small, and nowhere else than they say.
import type { FetchBody } from 'openid-client'
import { isLoopback } from '../../config/is-loopback.ts'

const patience = 5000
const mostBytes = 512 * 1024

/** What a provider did not do in time, or not as it should. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
}

interface Options {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: FetchBody
}

/** The whole answer, read: nothing of it is waited for later. */
export async function providerFetch(
  address: string,
  { method = 'GET', headers, body }: Options = {},
): Promise<Response> {
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new ProviderFailure(`${host} would be asked without encryption`)
  }
  const signal = AbortSignal.timeout(patience)
  const sent = { method, signal, redirect: 'manual', ...(headers ? { headers } : {}) } as const
  const response = await fetch(address, { ...sent, body: body ?? null })
  // Where it would send us on to is nowhere that the operator named.
  if (response.status >= 500 || isElsewhere(response)) {
    throw new ProviderFailure(`${host} answered ${response.status}`)
  }
  const bytes = await readAll(response, host)
  return new Response(response.status === 204 ? null : bytes, {
    status: response.status,
    headers: response.headers,
  })
}

function isElsewhere({ status }: Response) {
  return status >= 300 && status < 400
}

async function readAll({ body }: Response, host: string) {
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      size += bytes.length
      if (size > mostBytes) throw new ProviderFailure(`${host} answered with too much`)
      controller.enqueue(bytes)
    },
  })
  return new Response(body?.pipeThrough(counted)).arrayBuffer()
}
