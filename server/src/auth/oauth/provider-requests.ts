// Sends requests to sign-in providers, with a timeout and a size limit. Converts failures to errors for the user. Log
// entries contain no token and no personal data.
import type { FastifyRequest } from 'fastify'
import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  type FetchBody,
  ResponseBodyError,
} from 'openid-client'
import { isLoopback } from '../../urls.ts'
import { messageOf } from '../../message-of.ts'
import { AuthError } from '../errors.ts'
import type { Provider } from './provider.ts'

const timeoutMs = 5000
const maxBytes = 512 * 1024

/** This error means that a provider fails, is too slow, or sends an unusable response. */
export class ProviderError extends Error {
  override name = 'ProviderFailure'
}

interface ProviderRequest {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: FetchBody
}

/** Sends a request, and reads the whole body before it returns the response. */
export async function providerFetch(
  address: string,
  { method = 'GET', headers, body }: ProviderRequest = {},
): Promise<Response> {
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new ProviderError(`${host} would be called without encryption`)
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const options = { method, signal, redirect: 'manual', ...(headers ? { headers } : {}) } as const
  const response = await fetch(address, { ...options, body: body ?? null })
  // Also refuse redirects, because they lead to addresses that the operator did not configure.
  if (response.status >= 500 || isRedirect(response)) {
    throw new ProviderError(`${host} answered ${response.status}`)
  }
  const bytes = await readAll(response, host)
  return new Response(response.status === 204 ? null : bytes, {
    status: response.status,
    headers: response.headers,
  })
}

function isRedirect({ status }: Response) {
  return status >= 300 && status < 400
}

async function readAll({ body }: Response, host: string) {
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      size += bytes.length
      if (size > maxBytes) throw new ProviderError(`${host} sent a response that is too large`)
      controller.enqueue(bytes)
    },
  })
  return new Response(body?.pipeThrough(counted)).arrayBuffer()
}

/** Calls a provider. Logs failures and turns them into errors for the user. */
export async function callProvider<Result>(
  request: FastifyRequest,
  { id, name }: Pick<Provider, 'id' | 'name'>,
  call: () => Promise<Result>,
): Promise<Result> {
  return call().catch((error: unknown) => {
    if (error instanceof AuthError) {
      request.log.info(
        { provider: id, reason: reasonForLog(error) },
        "A provider's response was rejected.",
      )
      throw error
    }
    request.log.warn(
      { provider: id, reason: reasonForLog(error) },
      'A request to a provider failed.',
    )
    throw toUserError(name, error)
  })
}

function toUserError(name: string, error: unknown) {
  if (error instanceof AuthorizationResponseError) {
    const message = `${name} did not sign you in: ${readableCode(error.error)}.`
    return new AuthError(403, 'provider_refused', message)
  }
  if (isUntrustworthy(error)) {
    const message = `The response from ${name} cannot be trusted. Start again.`
    return new AuthError(400, 'bad_oauth_callback', message)
  }
  const message = `${name} cannot be reached or sent an unusable response. Try again soon, or log in another way.`
  return new AuthError(503, 'provider_unavailable', message, { headers: { 'retry-after': '5' } })
}

/** Returns whether the provider responded and the response failed a security check. */
function isUntrustworthy(error: unknown) {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  if (error instanceof errors.JOSEError) return error.code !== errors.JOSEError.code
  if (error instanceof ResponseBodyError) return true
  return error instanceof ClientError && untrustworthyCodes.has(error.code ?? '')
}

const untrustworthyCodes = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

function readableCode(text: string) {
  return /^[a-z_]{1,40}$/u.test(text) ? text.replaceAll('_', ' ') : 'it gave no reason'
}

function reasonForLog(error: unknown): string {
  if (error instanceof ResponseBodyError) return `${error.status} ${readableCode(error.error)}`
  const cause = error instanceof Error ? error.cause : undefined
  const deeper =
    cause instanceof Error || error instanceof ProviderError ? messageOf(cause ?? '') : ''
  return [messageOf(error), deeper].filter(Boolean).join(': ').slice(0, 300)
}
