// Text messages over HTTP, in the form that Twilio takes. What it throws names neither the number nor the code.
import { codeOf } from '../postgres/error-code.ts'
import { NeverAgain } from '../queue/permanent-failure.ts'

export interface SmsService {
  url: string
  /** The number or the name that a message comes from. */
  from: string
  login: { user: string; token: string } | undefined
}

interface Sms {
  /** The same for each attempt, so that the service can tell a repeat. */
  id: string
  /** With its plus. */
  to: string
  body: string
}

export type SendSms = (sms: Sms) => Promise<void>

/** From the first byte to the service's yes. */
const smsTakes = 10_000

/** What somebody may mend, here or there: the login, the address, a limit of the service. */
const mayPass = new Set([401, 404, 408, 425, 429])

export function openSmsHook({ url, from, login }: SmsService, takes = smsTakes): SendSms {
  const headers = login ? { authorization: `Basic ${basic(login)}` } : {}
  return async ({ id, to, body }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': id },
      body: new URLSearchParams({ To: to, From: from, Body: body }),
      // Codes go to the address that was set, and nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(takes),
    }).catch((error: unknown) => {
      // Without the error itself as its cause: that one may repeat what was sent.
      throw new Error(explain(error, takes))
    })
    // What else it says is not read: it may be endless, and may repeat the number.
    await answer.body?.cancel().catch(() => undefined)
    if (answer.ok) return
    const told = `The SMS service answered ${answer.status}.`
    const isFinal = answer.status >= 400 && answer.status < 500 && !mayPass.has(answer.status)
    throw isFinal ? new NeverAgain(told) : new Error(told)
  }
}

function basic({ user, token }: { user: string; token: string }) {
  return Buffer.from(`${user}:${token}`).toString('base64')
}

function explain(error: unknown, takes: number) {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The SMS service did not answer within ${takes / 1000} s.`
  }
  const cause = error instanceof Error ? error.cause : undefined
  return `The SMS service could not be reached (${codeOf(cause) ?? 'no reason given'}).`
}
