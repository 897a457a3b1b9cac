// Subscribes several users to all tables that have change events, and records the changes that each user receives.
import type { SupabaseClient } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { insertUser, query } from './database.ts'
import { type Change, idIn, joinChannel, liveClient } from './live.ts'
import type { Actor } from './market.ts'

const tables = ['profiles', 'jobs', 'bids', 'consultations', 'messages', 'payments', 'reviews']

interface Listener {
  name: string
  changes: Change[]
}

export class Audience {
  readonly #listeners: Listener[]

  private constructor(listeners: Listener[]) {
    this.#listeners = listeners
  }

  static async of(people: Record<string, Actor>) {
    const listeners = Object.entries(people).map(async ([name, { id }]) => ({
      name,
      changes: await subscribeToAll(await liveClient(id)),
    }))
    return new Audience(await Promise.all(listeners))
  }

  /** Maps each user who received changes of a row to the types of these changes, in order. */
  async eventsOf(id: string): Promise<Record<string, string>> {
    const changes = await this.changesOf(id)
    return Object.fromEntries(
      [...changes].map(([name, list]) => [name, list.map(({ eventType }) => eventType).join()]),
    )
  }

  async changesOf(id: string): Promise<Map<string, Change[]>> {
    await this.#catchUp()
    return new Map(
      this.#listeners.flatMap(({ name, changes }): [string, Change[]][] => {
        const ofRow = changes.filter((change) => idIn(change) === id)
        return ofRow.length > 0 ? [[name, ofRow]] : []
      }),
    )
  }

  /** Deletes a row and waits until all users have received this deletion, and thus all earlier changes. */
  async #catchUp() {
    const last = await insertUser('facility')
    await query('delete from auth.users where id = $1', [last])
    const isLast = (change: Change) => idIn(change) === last && change.eventType === 'DELETE'
    await until(() => this.#listeners.every(({ changes }) => changes.some(isLast)), 5000)
  }
}

async function subscribeToAll(client: SupabaseClient) {
  const changes: Change[] = []
  const channel = client.channel('everything')
  for (const table of tables) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      changes.push(change),
    )
  }
  await joinChannel(channel)
  return changes
}
