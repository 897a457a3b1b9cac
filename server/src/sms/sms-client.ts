// Sends SMS over HTTP in the format of Twilio. Errors contain neither the number nor the code.
import { codeOf } from '../postgres/error-code.ts'
import { PermanentFailure } from '../queue/errors.ts'

export interface SmsService {
  url: string
  /** The number or name of the sender. */
  from: string
  login: { user: string; token: string } | undefined
}

interface Sms {
  /** The idempotency key, which is the same for every attempt. */
  id: string
  /** The number starts with a plus. */
  to: string
  body: string
}

export type SendSms = (sms: Sms) => Promise<void>

const defaultTimeoutMs = 10_000

/**
 * The outbox retries an SMS after these 4xx statuses. After 401 or 404, the operator can correct the credentials or the
 * URL.
 */
const retryableStatuses = new Set([401, 404, 408, 425, 429])

export function openSmsClient(
  { url, from, login }: SmsService,
  timeoutMs = defaultTimeoutMs,
): SendSms {
  const headers = login ? { authorization: `Basic ${basicCredentials(login)}` } : {}
  return async ({ id, to, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': id },
      body: new URLSearchParams({ To: to, From: from, Body: body }),
      // The request follows no redirects, because codes must be sent only to the configured URL.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      // The new error has no `cause`, because the original error may contain the request.
      throw new Error(explain(error, timeoutMs))
    })
    // Cancel the body without reading it, because it may be endless or contain the number.
    await response.body?.cancel().catch(() => undefined)
    if (response.ok) return
    const message = `The SMS service answered ${response.status}.`
    const isFinal =
      response.status >= 400 && response.status < 500 && !retryableStatuses.has(response.status)
    throw isFinal ? new PermanentFailure(message) : new Error(message)
  }
}

function basicCredentials({ user, token }: { user: string; token: string }) {
  return Buffer.from(`${user}:${token}`).toString('base64')
}

function explain(error: unknown, timeoutMs: number) {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The SMS service did not answer within ${timeoutMs / 1000} s.`
  }
  const cause = error instanceof Error ? error.cause : undefined
  return `The SMS service could not be reached (${codeOf(cause) ?? 'no reason given'}).`
}
