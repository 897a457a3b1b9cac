// What each channel gets of some changes. Whatever several get is written once.
import { z } from 'zod'
import type { Channel } from '../channels/channel.ts'
import { SharedMessage } from '../wire/write-message.ts'
import { changeText } from './change-text.ts'
import type { Candidate, Planned } from './plan-delivery.ts'
import type { Kind, Subscription } from './subscriptions.ts'
import type { Column } from './tables.ts'
import type { Seen } from './visibility.ts'

export interface Entry {
  one: Planned
  candidate: Candidate
}

/** What its person sees of the row; undefined: nothing. */
export type SeenBy = (entry: Entry) => Seen | undefined

interface Outcome {
  kind: Kind
  columns: readonly Column[]
  ids: number[]
  content: string | undefined
}

const rowText = z.record(z.string(), z.unknown())

/** Whoever left meanwhile, or is somebody else by now, gets nothing. */
export function isWaitedFor({ candidate: { subscription, identity } }: Entry) {
  const { isOpen, identity: now } = subscription.channel
  return isOpen && now.sub === identity.sub && now.role === identity.role
}

interface Written {
  texts: Map<string, string>
  messages: Map<string, SharedMessage>
}

export class Letters {
  readonly #written = new Map<Planned, Written>()

  /** One person's, in the order of the changes. */
  send(entries: readonly Entry[], seenBy: SeenBy) {
    for (const [one, some] of Map.groupBy(entries.filter(isWaitedFor), (entry) => entry.one)) {
      const byChannel = Map.groupBy(some, ({ candidate }) => candidate.subscription.channel)
      for (const [channel, own] of byChannel) {
        for (const outcome of outcomesFor(one, own, seenBy)) {
          channel.outlet.send(this.#message(one, channel, outcome).frame(channel.outlet.version))
        }
      }
    }
  }

  #message(one: Planned, { topic }: Channel, { kind, columns, ids, content }: Outcome) {
    const nothing: Written = { texts: new Map(), messages: new Map() }
    const { texts, messages } = this.#written.get(one) ?? nothing
    this.#written.set(one, { texts, messages })
    const what = `${kind}\n${namesOf(columns)}\n${content ?? ''}`
    const place = `${topic}\n${ids.join()}\n${what}`
    const written = messages.get(place)
    if (written) return written
    const text = texts.get(what) ?? textOf(one, kind, columns, content)
    texts.set(what, text)
    const payload = `{"ids":[${ids.join()}],"data":${text}}`
    const message = new SharedMessage(topic, 'postgres_changes', payload)
    messages.set(place, message)
    return message
  }
}

/** One for all subscriptions of a channel that get the same. */
function outcomesFor({ change, table }: Planned, entries: readonly Entry[], seenBy: SeenBy) {
  const outcomes = new Map<string, Outcome>()
  for (const entry of entries) {
    const { subscription, identity, ifSeen, ifHidden } = entry.candidate
    const seen = change.kind === 'DELETE' ? undefined : seenBy(entry)
    const kind = seen ? ifSeen : ifHidden
    if (!kind) continue
    const columns = chosen(subscription, table.readable.get(identity.role)?.columns ?? [])
    const place = namesOf(columns)
    const outcome = outcomes.get(place) ?? { kind, columns, ids: [], content: seen?.content }
    outcome.ids.push(subscription.id)
    outcomes.set(place, outcome)
  }
  return outcomes.values()
}

function chosen({ columns }: Subscription, readable: readonly Column[]) {
  return columns ? readable.filter(({ name }) => columns.includes(name)) : readable
}

function namesOf(columns: readonly Column[]) {
  return columns.map(({ name }) => name).join()
}

function textOf(
  { change, table }: Planned,
  kind: Kind,
  columns: readonly Column[],
  content: string | undefined,
) {
  const record = content === undefined ? change.newRow : rowText.parse(JSON.parse(content))
  return changeText({ change, table, kind, columns, record: record ?? {} })
}
