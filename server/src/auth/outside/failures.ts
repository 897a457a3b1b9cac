// What went wrong at a provider, as an answer for people. Reasons for the log name no token and no person.
import { errors } from 'jose'
import type { FastifyRequest } from 'fastify'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { messageOf } from '../../message-of.ts'
import { AuthError } from '../errors.ts'
import type { Provider } from './provider.ts'
import { ProviderFailure } from './provider-fetch.ts'

/** Runs what asks a provider. */
export async function asking<Result>(
  request: FastifyRequest,
  { id, name }: Pick<Provider, 'id' | 'name'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  return ask().catch((error: unknown) => {
    if (error instanceof AuthError) {
      request.log.info({ provider: id, reason: reasonOf(error) }, 'A provider was not believed.')
      throw error
    }
    request.log.warn({ provider: id, reason: reasonOf(error) }, 'A provider was of no use.')
    throw explained(name, error)
  })
}

function explained(name: string, error: unknown) {
  if (error instanceof AuthorizationResponseError) {
    const message = `${name} did not sign you in: ${wordIn(error.error)}.`
    return new AuthError(403, 'provider_refused', message)
  }
  if (isDistrusted(error)) {
    const message = `What ${name} answered cannot be trusted. Begin again.`
    return new AuthError(400, 'bad_oauth_callback', message)
  }
  const message = `${name} cannot be reached, or answers nothing of use. Try again soon, or sign in another way.`
  return new AuthError(503, 'provider_unavailable', message, { headers: { 'retry-after': '5' } })
}

/** It came back in time and in form, and something in it is not as it has to be. */
function isDistrusted(error: unknown) {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  if (error instanceof errors.JOSEError) return error.code !== errors.JOSEError.code
  if (error instanceof ResponseBodyError) return true
  return error instanceof ClientError && distrusted.has(error.code ?? '')
}

const distrusted = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

function wordIn(text: string) {
  return /^[a-z_]{1,40}$/u.test(text) ? text.replaceAll('_', ' ') : 'it gave no reason'
}

function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `${error.status} ${wordIn(error.error)}`
  const cause = error instanceof Error ? error.cause : undefined
  const deeper =
    cause instanceof Error || error instanceof ProviderFailure ? messageOf(cause ?? '') : ''
  return [messageOf(error), deeper].filter(Boolean).join(': ').slice(0, 300)
}
