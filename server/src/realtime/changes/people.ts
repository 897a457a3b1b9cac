// Those who wait for changes: each person once, with all that they may get.
import type { Candidate, Planned } from './plan-delivery.ts'

export interface Entry {
  one: Planned
  candidate: Candidate
}

export interface Person {
  role: string
  claims: string
  sub: string | undefined
  /** In the order of the changes. */
  entries: Entry[]
}

/** In parts of so many at most; of one role each, since the plans of a connection are kept by it. */
export function partsOf(planned: readonly Planned[], most: number): Person[][] {
  const byRole = new Map<string, Map<string, Person>>()
  for (const one of planned) {
    for (const candidate of one.candidates) {
      personOf(candidate, byRole).entries.push({ one, candidate })
    }
  }
  return [...byRole.values()].flatMap((people) => {
    const all = [...people.values()]
    return Array.from({ length: Math.ceil(all.length / most) }, (_, at) =>
      all.slice(at * most, (at + 1) * most),
    )
  })
}

function personOf({ identity }: Candidate, byRole: Map<string, Map<string, Person>>): Person {
  const { role, claims, sub } = identity
  const people = byRole.get(role) ?? new Map<string, Person>()
  byRole.set(role, people)
  const person = people.get(claims) ?? { role, claims, sub, entries: [] }
  people.set(claims, person)
  return person
}

/** Whoever left meanwhile, or is somebody else by now, gets nothing. */
export function isWaitedFor({ candidate: { subscription, identity } }: Entry) {
  const { isOpen, identity: now } = subscription.channel
  return isOpen && now.sub === identity.sub && now.role === identity.role
}
