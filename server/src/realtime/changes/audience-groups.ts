// Caches the groups of connected users. A user sees a row if one of the user's groups is in the row's audience.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Pool } from '../../postgres/database.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { RequestPool, Row } from '../../postgres/pool/request-pool.ts'
import { findEndedSessions } from '../channels/authorization.ts'
import { becomeRole, claimsArray, userIdsArray } from './query-as-users.ts'

type Groups = ReadonlySet<string>

interface KnownGroups {
  groups: Groups
  /** The user's version when the groups were loaded. A change of the user's rights increases the version. */
  version: number
  loadedAtMs: number
}

/** Groups are reloaded after this time, because rights can end without a change, as when a session expires. */
const maxAgeMs = 60_000
/** If more users than this have a version, the server clears the cache and the versions to limit its memory. */
const maxVersions = 10_000
/** This group is part of every audience. */
const everyAudience = '*'

const selectGroups =
  'select to_json(groups)::text from realtime.groups_of($1::text[], $2::text[]) order by place'

export class AudienceGroups {
  readonly #pool: Pool
  readonly #requests: RequestPool
  /** Groups by the identity of a channel, so the garbage collector removes the groups of closed channels. */
  #known = new WeakMap<Identity, KnownGroups>()
  readonly #versions = new Map<string, number>()

  constructor(pool: Pool, requests: RequestPool) {
    this.#pool = pool
    this.#requests = requests
  }

  /** Forgets the groups of users whose rights may have changed. */
  forgetChanged(changes: readonly Change[]) {
    for (const { schema, table, newRow } of changes) {
      if (schema !== 'realtime' || table !== 'groups') continue
      const userId = z.string().safeParse(newRow?.['user_id']).data
      if (userId) this.#versions.set(userId, this.#versionOf(userId) + 1)
    }
    if (this.#versions.size <= maxVersions) return
    this.#versions.clear()
    this.#known = new WeakMap()
  }

  /** Returns whether one of the user's groups is in the audience. Load the groups first. */
  isIn(identity: Identity, audience: readonly string[]) {
    const groups = this.#known.get(identity)?.groups
    if (!groups) return false
    return groups.has(everyAudience) || audience.some((group) => groups.has(group))
  }

  /** Loads missing and outdated groups. All identities must have the same role. */
  async load(identities: readonly Identity[]) {
    const outdated = identities.filter((identity) => !this.#isCurrent(identity))
    const [first] = outdated
    if (!first) return
    const loadedAtMs = Date.now()
    const values = [claimsArray(outdated), userIdsArray(outdated)]
    const [, rows = []] = await this.#requests.batch(
      first.role,
      [becomeRole(first.role), { text: selectGroups, values }],
      { priority: 'urgent' },
    )
    const sessionIds = outdated.flatMap(({ sessionId }) => sessionId ?? [])
    const ended = await findEndedSessions(this.#pool, sessionIds)
    outdated.forEach((identity, index) => {
      const { sub, sessionId } = identity
      const groups = sessionId && ended.has(sessionId) ? noGroups : groupsIn(rows[index])
      this.#known.set(identity, { groups, version: this.#versionOf(sub), loadedAtMs })
    })
  }

  #isCurrent(identity: Identity) {
    const known = this.#known.get(identity)
    if (known?.version !== this.#versionOf(identity.sub)) return false
    return Date.now() - known.loadedAtMs < maxAgeMs
  }

  #versionOf(userId: string | undefined) {
    return (userId && this.#versions.get(userId)) || 0
  }
}

const noGroups: Groups = new Set()
const groupNames = z.array(z.string())

function groupsIn(row: Row | undefined): Groups {
  return new Set(groupNames.parse(JSON.parse(row?.[0]?.toString() ?? '[]')))
}
