// Handles the browser's return from a sign-in provider. The response redirects the browser to a page of the app, with
// the result or with an error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { AuthError } from '../errors.ts'
import { linkManually } from '../oauth/link-account.ts'
import { signInWithProvider } from '../oauth/oauth-sign-in.ts'
import { clearBrowserCookie, type ConsumedState, consumeOAuthState } from '../oauth/oauth-state.ts'
import { callProvider } from '../oauth/provider-requests.ts'
import type { Provider, ProviderAccount } from '../oauth/provider.ts'
import { findProvider } from '../oauth/providers.ts'
import { type ClientInfo, clientInfoOf, parse } from '../parse-request.ts'
import { issueAuthCode } from '../pkce.ts'
import { refundOAuthAttempt } from '../rate-limits.ts'
import { redirectToPage, type SignInResult, toQuery, withError, withResult } from '../redirects.ts'
import { startSession } from '../sessions/start-session.ts'

const parameter = z.string().max(4000).optional()
const callbackParameters = z.object({
  state: parameter,
  code: parameter,
  iss: parameter,
  error: parameter,
})

export const callback: Route = {
  method: 'GET',
  path: '/callback',
  handle: (auth, request, reply) =>
    finishOAuth(auth, request, reply, () => {
      const parameters = parse(callbackParameters, request.query)
      return { state: parameters.state, parameters: toQuery(parameters) }
    }),
}

/**
 * Handles a provider that makes the browser post a form. The browser does not send our SameSite=Lax cookie with this
 * post. The server redirects the browser to the same URL with GET, and the browser then sends the cookie.
 */
export const callbackByForm: Route = {
  method: 'POST',
  path: '/callback',
  handle: async ({ settings }, request, reply) => {
    const parameters = callbackParameters.safeParse(request.body).data ?? {}
    const address = `${settings.site}/auth/v1/callback?${toQuery(parameters).toString()}`
    return reply.redirect(address, 303)
  },
}

interface ProviderResponse {
  state: string | undefined
  parameters: URLSearchParams
}

/**
 * Finishes the sign-in and redirects to the page that the client named at the start. Redirects to the start page if the
 * state is unknown.
 */
export async function finishOAuth(
  auth: AuthDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  readResponse: () => ProviderResponse,
) {
  let page = new URL(`${auth.settings.site}/`)
  try {
    const { state, parameters } = readResponse()
    if (!state) throw stateMissing()
    clearBrowserCookie(auth.settings, reply, state)
    const consumed = await consumeOAuthState(auth, request, state)
    page = new URL(consumed.page)
    withResult(page, await completeSignIn(auth, request, consumed, parameters))
  } catch (error) {
    withError(page, error)
  }
  return redirectToPage(reply, page)
}

function stateMissing() {
  return new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
}

async function completeSignIn(
  auth: AuthDependencies,
  request: FastifyRequest,
  state: ConsumedState,
  parameters: URLSearchParams,
) {
  const provider = findProvider(auth.providers, state.provider)
  const providerAccount = await callProvider(request, provider, () =>
    provider.finish(state, parameters),
  )
  const client = clientInfoOf(request)
  const verified = { provider, providerAccount, state, client }
  const result = await transact(auth.pool, (db) => startProviderSession(auth, db, verified))
  await refundOAuthAttempt(auth.pool, client)
  return result
}

interface VerifiedCallback {
  provider: Provider
  providerAccount: ProviderAccount
  state: ConsumedState
  client: ClientInfo
}

async function startProviderSession(
  auth: AuthDependencies,
  db: Queryable,
  verified: VerifiedCallback,
): Promise<SignInResult> {
  const { provider, providerAccount, state, client } = verified
  const account = state.sessionId
    ? await linkManually(db, state.sessionId, providerAccount, client)
    : await signInWithProvider(auth, db, providerAccount, client)
  if (state.flowId) return { code: await issueAuthCode(db, state.flowId, account.id) }
  const proof = { method: provider.method, provider: provider.id }
  return { session: await startSession(auth, db, { account, ...proof, client }) }
}
