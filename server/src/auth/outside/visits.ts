// A way to a provider and back. The table keeps a hash of the state alone: what else belongs to the visit follows from
// the state and a key of the server's, so that whoever reads the table can finish nobody's sign-in.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, isSame, keyedHash } from '../../keys/derived-keys.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../parts.ts'
import type { Visit } from './provider.ts'
import { browserOf, markBrowser } from './browser.ts'

interface Wanted {
  provider: string
  comesByForm?: boolean | undefined
  /** Where the browser is led in the end: an allowed one. */
  page: string
  flowId?: string | undefined
  /** For a link by hand: in whose session it was asked for. */
  sessionId?: string | undefined
}

export interface TakenVisit extends Visit {
  provider: string
  page: string
  flowId: string | null
  sessionId: string | null
}

/** Takes the visit down, and marks the browser by a cookie: no other one can finish it. */
export async function beginVisit(auth: Auth, reply: FastifyReply, wanted: Wanted): Promise<Visit> {
  const state = randomBytes(32).toString('base64url')
  const browser = markBrowser(auth.settings, reply, { state, comesByForm: wanted.comesByForm })
  await auth.pool.query(
    `insert into private.outside_visits (state_hash, browser_hash, provider, page, flow_state_id, session_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashOf(state),
      hashOf(browser),
      wanted.provider,
      wanted.page,
      wanted.flowId ?? null,
      wanted.sessionId ?? null,
    ],
  )
  return visitFor(auth, state)
}

interface Row {
  provider: string
  page: string
  flowId: string | null
  sessionId: string | null
  browserHash: string
  isRecent: boolean
}

/** A visit is over once somebody came back with it, also where what they brought is refused. */
export async function takeVisit(
  auth: Auth,
  request: FastifyRequest,
  state: string,
): Promise<TakenVisit> {
  const { rows } = await auth.pool.query<Row>(
    `delete from private.outside_visits where state_hash = $1
     returning provider, page, flow_state_id as "flowId", session_id as "sessionId",
       browser_hash as "browserHash", created_at > now() - interval '10 minutes' as "isRecent"`,
    [hashOf(state)],
  )
  const [row] = rows
  if (!row) throw notBegunHere()
  if (!row.isRecent) throw badState('This sign-in took too long. Begin it again.')
  const browser = browserOf(auth.settings, request, state)
  if (browser === undefined || !isSame(hashOf(browser), row.browserHash)) {
    throw badState('This sign-in was begun in another browser. Begin it again in this one.')
  }
  const { provider, page, flowId, sessionId } = row
  return { ...visitFor(auth, state), provider, page, flowId, sessionId }
}

function visitFor({ keys }: Auth, state: string): Visit {
  const derive = (what: string) =>
    keyedHash(keys.outsideVisits, `${what} ${state}`).toString('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

export function notBegunHere() {
  return badState('This sign-in was not begun here, or is over. Begin it again.')
}

function badState(message: string) {
  return new AuthError(400, 'bad_oauth_state', message)
}
