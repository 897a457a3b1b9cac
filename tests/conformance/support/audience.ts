// Subscribes several users to every watched table, each on a separate socket, and records the changes that each user
// received.
import type { SupabaseClient } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { newcomer, query } from './database.ts'
import { type Change, idIn, joined, liveClient } from './live.ts'
import type { Actor } from './market.ts'

const tables = ['profiles', 'jobs', 'bids', 'consultations', 'messages', 'payments', 'reviews']

interface Listener {
  name: string
  heard: Change[]
}

export class Audience {
  readonly #listeners: Listener[]

  private constructor(listeners: Listener[]) {
    this.#listeners = listeners
  }

  static async of(people: Record<string, Actor>) {
    const listeners = Object.entries(people).map(async ([name, { id }]) => ({
      name,
      heard: await followAll(await liveClient(id)),
    }))
    return new Audience(await Promise.all(listeners))
  }

  /** Returns which users received changes of a row, and the types of these changes in order. */
  async heardOf(id: string): Promise<Record<string, string>> {
    const changes = await this.changesOf(id)
    return Object.fromEntries(
      [...changes].map(([name, some]) => [name, some.map(({ eventType }) => eventType).join()]),
    )
  }

  async changesOf(id: string): Promise<Map<string, Change[]>> {
    await this.#catchUp()
    return new Map(
      this.#listeners.flatMap(({ name, heard }): [string, Change[]][] => {
        const some = heard.filter((change) => idIn(change) === id)
        return some.length > 0 ? [[name, some]] : []
      }),
    )
  }

  /** Deletes a row that all users see. A user who received this deletion has received all earlier changes. */
  async #catchUp() {
    const last = await newcomer('facility')
    await query('delete from auth.users where id = $1', [last])
    const isLast = (change: Change) => idIn(change) === last && change.eventType === 'DELETE'
    await until(() => this.#listeners.every(({ heard }) => heard.some(isLast)), 5000)
  }
}

async function followAll(client: SupabaseClient) {
  const heard: Change[] = []
  const channel = client.channel('everything')
  for (const table of tables) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      heard.push(change),
    )
  }
  await joined(channel)
  return heard
}
