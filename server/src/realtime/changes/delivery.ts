// Takes changes to those who want them and see them, in order. Nothing is sent before all of it is known: whoever
// calls again after a failure sends nothing twice.
import { z } from 'zod'
import type { Change } from '../../database/changes/follow-changes.ts'
import type { RequestPool } from '../../database/requests/request-pool.ts'
import type { Log } from '../../log.ts'
import type { Channel } from '../channels/channel.ts'
import { SharedMessage } from '../wire/write-message.ts'
import { changeText } from './change-text.ts'
import { type Candidate, planDelivery, type Planned } from './plan-delivery.ts'
import type { Kind, Subscription, Subscriptions } from './subscriptions.ts'
import type { Column, WatchedTables } from './tables.ts'
import { keyOf, placeIn, type Question, type Seen, Visibility } from './visibility.ts'

interface Parts {
  requests: RequestPool
  log: Log
  tables: () => WatchedTables
  subscriptions: Subscriptions
}

const rowText = z.record(z.string(), z.unknown())

export class Delivery {
  readonly #tables: () => WatchedTables
  readonly #subscriptions: Subscriptions
  readonly #visibility: Visibility

  constructor({ requests, log, tables, subscriptions }: Parts) {
    this.#tables = tables
    this.#subscriptions = subscriptions
    this.#visibility = new Visibility(requests, log)
  }

  /** Cut off: the same transaction may have changed these rows again. */
  async deliver(changes: readonly Change[], isCutOff: boolean) {
    const tables = this.#tables()
    const planned = changes.flatMap(
      (change) => planDelivery(change, tables, this.#subscriptions) ?? [],
    )
    const sight = await this.#visibility.see(questionsOf(planned, isInDoubt), false)
    const latest = latestOf(changes, tables)
    const isOutdated = (one: Planned, candidate: Candidate) => {
      const seen = sight.get(placeOf(one, candidate))
      const isLatest = !isCutOff && latest.get(rowOf(one)) === one.change
      return seen !== undefined && !(isLatest && seen.xmin === one.change.xmin)
    }
    // What the change says of the row is not what this person would read now: then he gets what he would read.
    const present = await this.#visibility.see(questionsOf(planned, isOutdated), true)
    for (const one of planned) {
      send(one, (candidate) => {
        const place = placeOf(one, candidate)
        return isOutdated(one, candidate) ? present.get(place) : sight.get(place)
      })
    }
  }
}

function isInDoubt({ change }: Planned) {
  return change.kind !== 'DELETE'
}

function placeOf({ table, key }: Planned, { identity }: Candidate) {
  return placeIn(table, identity.role, identity.claims, key)
}

/** By row: one transaction may change it several times. */
function latestOf(changes: readonly Change[], tables: WatchedTables) {
  return new Map(
    changes.flatMap((change): [string, Change][] => {
      const table = tables.get(`${change.schema}.${change.table}`)
      const row = change.newRow ?? change.oldRow
      return table && row ? [[rowOf({ table, key: keyOf(table, row) }), change]] : []
    }),
  )
}

function rowOf({ table, key }: Pick<Planned, 'table' | 'key'>) {
  return `${table.schema}.${table.name}\n${key}`
}

/** One for each person and table, whatever they want to know of it. */
function questionsOf(
  planned: readonly Planned[],
  isAsked: (one: Planned, candidate: Candidate) => boolean,
): Question[] {
  const questions = new Map<string, Question & { keys: Set<string> }>()
  for (const one of planned) {
    for (const candidate of one.candidates) {
      if (!isAsked(one, candidate)) continue
      const { role, claims } = candidate.identity
      const place = placeIn(one.table, role, claims, '')
      const question = questions.get(place) ?? { table: one.table, role, claims, keys: new Set() }
      question.keys.add(one.key)
      questions.set(place, question)
    }
  }
  return [...questions.values()]
}

function send(one: Planned, seenBy: (candidate: Candidate) => Seen | undefined) {
  const messages = new Map<string, SharedMessage>()
  const texts = new Map<string, string>()
  for (const [channel, candidates] of byChannel(one.candidates)) {
    for (const { kind, columns, ids, content } of outcomesFor(one, candidates, seenBy)) {
      const names = columns.map(({ name }) => name).join()
      const what = `${kind}\n${names}\n${content ?? ''}`
      const text = texts.get(what) ?? textOf(one, kind, columns, content)
      texts.set(what, text)
      const place = `${channel.topic}\n${ids.join()}\n${what}`
      const message =
        messages.get(place) ??
        new SharedMessage(
          channel.topic,
          'postgres_changes',
          `{"ids":[${ids.join()}],"data":${text}}`,
        )
      messages.set(place, message)
      channel.outlet.send(message.frame(channel.outlet.version))
    }
  }
}

/** Whoever left meanwhile, or is somebody else by now, gets nothing. */
function byChannel(candidates: readonly Candidate[]): Map<Channel, Candidate[]> {
  const present = candidates.filter(
    ({ subscription: { channel }, identity }) =>
      channel.isOpen &&
      channel.identity.sub === identity.sub &&
      channel.identity.role === identity.role,
  )
  return Map.groupBy(present, ({ subscription }) => subscription.channel)
}

interface Outcome {
  kind: Kind
  columns: readonly Column[]
  ids: number[]
  content: string | undefined
}

/** One for all subscriptions of a channel that get the same. */
function outcomesFor(
  { change, table }: Planned,
  candidates: readonly Candidate[],
  seenBy: (candidate: Candidate) => Seen | undefined,
): Outcome[] {
  const outcomes = new Map<string, Outcome>()
  for (const candidate of candidates) {
    const seen = change.kind === 'DELETE' ? undefined : seenBy(candidate)
    const kind = seen ? candidate.ifSeen : candidate.ifHidden
    if (!kind) continue
    const readable = table.readable.get(candidate.identity.role)?.columns ?? []
    const columns = chosen(candidate.subscription, readable)
    const place = columns.map(({ name }) => name).join()
    const outcome = outcomes.get(place) ?? { kind, columns, ids: [], content: seen?.content }
    outcome.ids.push(candidate.subscription.id)
    outcomes.set(place, outcome)
  }
  return [...outcomes.values()]
}

function chosen({ columns }: Subscription, readable: readonly Column[]) {
  return columns ? readable.filter(({ name }) => columns.includes(name)) : readable
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
