// Finds the groups of the connected users, and remembers them. A table with a declared audience needs no query for each
// change and user: a user sees a row if one of the user's groups is in the audience of the row.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { RequestPool, Row, Statement } from '../../postgres/pool/request-pool.ts'
import { isUuid } from './is-uuid.ts'

type Groups = ReadonlySet<string>

interface KnownGroups {
  groups: Groups
  /** The number of times that the user's groups had been forgotten when they were loaded. */
  version: number
  loadedAtMs: number
}

/** Some rights end at a time and without a change, such as a session with a limited lifetime. */
const maxAgeMs = 60_000
/** With more users than this, everything is forgotten, so that the memory stays small. */
const maxVersions = 10_000
/** The number of users whose groups one query finds. */
const batchSize = 500

/** This group is part of every audience. */
const everyAudience = '*'

const setRole = "select set_config('search_path', '', true), set_config('role', $1, true)"
const selectGroups =
  'select place::text, to_json(groups)::text from realtime.groups_of($1::text[], $2::text[], $3::uuid[])'

export class AudienceGroups {
  readonly #requests: RequestPool
  /** The keys are the identities of channels, so that the groups are forgotten with the channels. */
  #known = new WeakMap<Identity, KnownGroups>()
  readonly #versions = new Map<string, number>()

  constructor(requests: RequestPool) {
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

  /** Loads the groups that are unknown or outdated. */
  async load(identities: Iterable<Identity>) {
    const outdated = [...new Set(identities)].filter((identity) => !this.#isCurrent(identity))
    for (const [role, ofRole] of Map.groupBy(outdated, (identity) => identity.role)) {
      const byClaims = [...Map.groupBy(ofRole, ({ claims }) => claims).values()]
      for (let at = 0; at < byClaims.length; at += batchSize) {
        await this.#loadBatch(role, byClaims.slice(at, at + batchSize))
      }
    }
  }

  /** @param users  The identities of each user, which have the same claims. */
  async #loadBatch(role: string, users: readonly Identity[][]) {
    const loadedAtMs = Date.now()
    const firsts = users.flatMap(([first]) => (first ? [first] : []))
    const [, rows = []] = await this.#requests.batch(
      role,
      [{ text: setRole, values: [role] }, groupsStatement(firsts)],
      { priority: 'urgent' },
    )
    for (const row of rows) {
      const { place, groups } = parseRow(row)
      for (const identity of users[place - 1] ?? []) {
        const version = this.#versionOf(identity.sub)
        this.#known.set(identity, { groups, version, loadedAtMs })
      }
    }
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

function groupsStatement(identities: readonly Identity[]): Statement {
  const arrayOf = (texts: string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`
  const sessionIds = identities.map(({ sessionId }) => sessionId ?? 'null')
  return {
    text: selectGroups,
    values: [
      // JSON text has no control characters, so JSON quoting is valid inside a PostgreSQL array literal.
      arrayOf(identities.map(({ claims }) => claims)),
      arrayOf(identities.map(({ sub }) => (isUuid(sub) ? sub : ''))),
      `{${sessionIds.join(',')}}`,
    ],
  }
}

const groupNames = z.array(z.string())

function parseRow([place, groups]: Row) {
  const names = groupNames.parse(JSON.parse(groups?.toString() ?? '[]'))
  return { place: Number(place), groups: new Set(names) }
}
