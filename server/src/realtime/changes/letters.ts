// What each channel gets of some changes. Whatever several get is written once.
import { z } from 'zod'
import type { Channel } from '../channels/channel.ts'
import { SharedMessage } from '../wire/write-message.ts'
import { changeText } from './change-text.ts'
import { type Entry, isWaitedFor, type Person } from './people.ts'
import type { Planned } from './plan-delivery.ts'
import type { Kind, Subscription } from './subscriptions.ts'
import type { Column, Readable } from './tables.ts'
import type { Seen } from './visibility.ts'

/** What its person sees of the row; undefined: nothing. */
export type SeenBy = (one: Planned) => Seen | undefined

interface Outcome {
  kind: Kind
  columns: Chosen
  ids: number[]
  content: string | undefined
}

const rowText = z.record(z.string(), z.unknown())

interface Written {
  texts: Map<string, string>
  messages: Map<string, SharedMessage>
}

export class Letters {
  readonly #written = new Map<Planned, Written>()
  readonly #columns = new Columns()

  /** In the order of the changes. */
  send({ entries }: Person, seenBy: SeenBy) {
    for (const [one, some] of Map.groupBy(entries.filter(isWaitedFor), (entry) => entry.one)) {
      const seen = one.change.kind === 'DELETE' ? undefined : seenBy(one)
      const byChannel = Map.groupBy(some, ({ candidate }) => candidate.subscription.channel)
      for (const [channel, own] of byChannel) {
        for (const outcome of this.#outcomesFor(one, own, seen)) {
          channel.outlet.send(this.#message(one, channel, outcome).frame(channel.outlet.version))
        }
      }
    }
  }

  /** One for all subscriptions of a channel that get the same. */
  #outcomesFor({ table }: Planned, entries: readonly Entry[], seen: Seen | undefined) {
    const outcomes = new Map<string, Outcome>()
    for (const { candidate } of entries) {
      const { subscription, identity, ifSeen, ifHidden } = candidate
      const kind = seen ? ifSeen : ifHidden
      if (!kind) continue
      const columns = this.#columns.of(subscription, table.readable.get(identity.role))
      const outcome = outcomes.get(columns.names) ?? {
        kind,
        columns,
        ids: [],
        content: seen?.content,
      }
      outcome.ids.push(subscription.id)
      outcomes.set(columns.names, outcome)
    }
    return outcomes.values()
  }

  #message(one: Planned, { topic }: Channel, { kind, columns, ids, content }: Outcome) {
    const { texts, messages } = this.#writtenOf(one)
    const what = `${kind}\n${columns.names}\n${content ?? ''}`
    const place = `${topic}\n${ids.join()}\n${what}`
    const written = messages.get(place)
    if (written) return written
    const text = texts.get(what) ?? textOf(one, kind, columns.columns, content)
    texts.set(what, text)
    const payload = `{"ids":[${ids.join()}],"data":${text}}`
    const message = new SharedMessage(topic, 'postgres_changes', payload)
    messages.set(place, message)
    return message
  }

  #writtenOf(one: Planned): Written {
    const written = this.#written.get(one) ?? { texts: new Map(), messages: new Map() }
    this.#written.set(one, written)
    return written
  }
}

interface Chosen {
  columns: readonly Column[]
  /** By which it is told from others. */
  names: string
}

/** What of a row somebody gets: found out once for all who want the same. */
class Columns {
  readonly #all = new Map<Readable | undefined, Chosen>()

  of({ columns: wanted }: Subscription, readable: Readable | undefined): Chosen {
    if (wanted) return chosenFrom(readable, (name) => wanted.includes(name))
    const known = this.#all.get(readable) ?? chosenFrom(readable, () => true)
    this.#all.set(readable, known)
    return known
  }
}

function chosenFrom(readable: Readable | undefined, isWanted: (name: string) => boolean): Chosen {
  const columns = readable?.columns.filter(({ name }) => isWanted(name)) ?? []
  return { columns, names: columns.map(({ name }) => name).join() }
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
