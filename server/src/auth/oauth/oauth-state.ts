// Stores the state of an OAuth redirect until the browser returns from the provider. The table stores only a hash of
// the state token. The nonce and the PKCE verifier are derived from the token and a secret key. A person who reads the
// table therefore cannot complete a sign-in.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEqualConstantTime, keyedHash, sha256 } from '../../keys/derived-keys.ts'
import type { AuthDependencies, AuthSettings } from '../auth-dependencies.ts'
import { AuthError } from '../errors.ts'
import type { OAuthState } from './provider.ts'

interface NewState {
  provider: string
  usesFormPost?: boolean | undefined
  /** The page that the browser opens after the sign-in. It is one of the allowed URLs. */
  page: string
  flowId?: string | undefined
  /** The session in which a user links an account manually. It is undefined for a sign-in. */
  sessionId?: string | undefined
}

export interface ConsumedState extends OAuthState {
  provider: string
  page: string
  flowId: string | null
  sessionId: string | null
}

/** Stores the state and sets a cookie, so that only the same browser can complete the sign-in. */
export async function createOAuthState(
  auth: AuthDependencies,
  reply: FastifyReply,
  newState: NewState,
): Promise<OAuthState> {
  const state = randomBytes(32).toString('base64url')
  const browser = setBrowserCookie(auth.settings, reply, {
    state,
    usesFormPost: newState.usesFormPost,
  })
  await auth.pool.query(
    `insert into private.outside_visits (state_hash, browser_hash, provider, page, flow_state_id, session_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      sha256(state),
      sha256(browser),
      newState.provider,
      newState.page,
      newState.flowId ?? null,
      newState.sessionId ?? null,
    ],
  )
  return deriveState(auth, state)
}

interface StateRow {
  provider: string
  page: string
  flowId: string | null
  sessionId: string | null
  browserHash: string
  isRecent: boolean
}

/** Deletes the state and returns it. The state cannot be used again, even if the sign-in then fails. */
export async function consumeOAuthState(
  auth: AuthDependencies,
  request: FastifyRequest,
  state: string,
): Promise<ConsumedState> {
  const { rows } = await auth.pool.query<StateRow>(
    `delete from private.outside_visits where state_hash = $1
     returning provider, page, flow_state_id as "flowId", session_id as "sessionId",
       browser_hash as "browserHash", created_at > now() - interval '10 minutes' as "isRecent"`,
    [sha256(state)],
  )
  const [row] = rows
  if (!row) throw unknownState()
  if (!row.isRecent) throw stateError('This sign-in took too long. Start again.')
  const browser = readBrowserCookie(auth.settings, request, state)
  if (browser === undefined || !isEqualConstantTime(sha256(browser), row.browserHash)) {
    throw stateError('This sign-in was started in another browser. Start again in this one.')
  }
  const { provider, page, flowId, sessionId } = row
  return { ...deriveState(auth, state), provider, page, flowId, sessionId }
}

function deriveState({ keys }: AuthDependencies, state: string): OAuthState {
  const derive = (purpose: string) =>
    keyedHash(keys.oauthStates, `${purpose} ${state}`).toString('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

type Site = Pick<AuthSettings, 'site'>

const cookieLifetimeSeconds = 600

interface BrowserCookie {
  state: string
  usesFormPost: boolean | undefined
}

/**
 * Sets a separate cookie for each sign-in, so that two tabs do not interfere. Browsers send a SameSite=Lax cookie with
 * a redirect from the provider, but not with a form post. A form post needs SameSite=None, which browsers accept only
 * together with Secure.
 */
function setBrowserCookie(
  settings: Site,
  reply: FastifyReply,
  { state, usesFormPost }: BrowserCookie,
) {
  const token = randomBytes(32).toString('base64url')
  const isSecure = isHttps(settings)
  const sameSite = usesFormPost && isSecure ? 'None' : 'Lax'
  const secure = isSecure ? '; Secure' : ''
  const cookie = `${cookieName(settings, state)}=${token}; Path=/; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
  reply.header('set-cookie', cookie)
  return token
}

export function clearBrowserCookie(settings: Site, reply: FastifyReply, state: string) {
  const secure = isHttps(settings) ? '; Secure' : ''
  const cookie = `${cookieName(settings, state)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', cookie)
}

function readBrowserCookie(settings: Site, { headers }: FastifyRequest, state: string) {
  const name = cookieName(settings, state)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The __Host- prefix keeps sibling subdomains from setting this cookie. */
function cookieName(settings: Site, state: string) {
  const prefix = isHttps(settings) ? '__Host-' : ''
  return `${prefix}sign-in-${sha256(`cookie ${state}`).slice(0, 16)}`
}

function isHttps({ site }: Site) {
  return site.startsWith('https:')
}

export function unknownState() {
  return stateError('This sign-in was not started here or has expired. Start again.')
}

function stateError(message: string) {
  return new AuthError(400, 'bad_oauth_state', message)
}
