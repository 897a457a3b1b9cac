import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { invalid } from '../errors.ts'
import { createOAuthState } from '../oauth/oauth-state.ts'
import { callProvider } from '../oauth/provider-requests.ts'
import type { Provider } from '../oauth/provider.ts'
import { findProvider } from '../oauth/providers.ts'
import { clientInfoOf, parse, pkceFields } from '../parse-request.ts'
import { createFlowState } from '../pkce.ts'
import { countOAuthAttempt } from '../rate-limits.ts'
import { allowedRedirect, redirectToPage, withError } from '../redirects.ts'

export const authorizeQuery = z.object({
  redirect_to: z.string().max(2000).optional(),
  // Scopes are accepted and ignored, because the server uses the provider's tokens only for the sign-in.
  scopes: z
    .string()
    .max(500)
    .regex(/^[\w.:/, -]*$/u, 'scopes has signs that no scope has')
    .optional(),
  skip_http_redirect: z.string().optional(),
  ...pkceFields,
  provider: z.string().max(100).default(''),
})
type AuthorizeQuery = z.infer<typeof authorizeQuery>

/** Redirects a browser to a provider's sign-in page. */
export const authorize: Route = {
  method: 'GET',
  path: '/authorize',
  handle: async (auth, request, reply) => {
    refuseEmbedded(request)
    const query = parse(authorizeQuery, request.query)
    const provider = findProvider(auth.providers, query.provider)
    const isScript = query.skip_http_redirect === 'true'
    return startOAuth(auth, request, reply, { provider, query }).then(
      (url) => redirectToProvider(reply, url, query),
      (error: unknown) => {
        if (isScript) throw error
        const page = new URL(allowedRedirect(auth.settings, query.redirect_to))
        return redirectToPage(reply, withError(page, error))
      },
    )
  },
}

interface OAuthStart {
  provider: Provider
  query: AuthorizeQuery
  /** The session in which a user links an account manually. It is undefined for a sign-in. */
  sessionId?: string
}

/** Stores the state of the attempt and returns the URL of the provider's page. */
export async function startOAuth(
  auth: AuthDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, query, sessionId }: OAuthStart,
): Promise<URL> {
  const page = allowedRedirect(auth.settings, query.redirect_to)
  await countOAuthAttempt(auth.pool, clientInfoOf(request))
  const flowId = await createFlowState(auth.pool, query, provider.method, provider.id)
  const { id, usesFormPost } = provider
  const newState = { provider: id, usesFormPost, page, flowId, sessionId }
  const state = await createOAuthState(auth, reply, newState)
  return callProvider(request, provider, () => provider.begin(state))
}

/** Redirects a browser. If the client is a script, returns the URL as JSON instead. */
export function redirectToProvider(reply: FastifyReply, url: URL, query: AuthorizeQuery) {
  if (query.skip_http_redirect === 'true') return { url: url.href }
  return reply.redirect(url.href, 302)
}

/**
 * Refuses requests from an image, script, style or frame. Such requests cannot sign anybody in, and would only use up
 * the rate limit of the visitor's network.
 */
function refuseEmbedded({ headers: { 'sec-fetch-dest': place = 'document' } }: FastifyRequest) {
  if (place === 'document' || place === 'empty') return
  throw invalid(
    'A sign-in must be started by a page, not by an image, script, style or frame in it.',
  )
}
