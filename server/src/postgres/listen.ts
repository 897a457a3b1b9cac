// Listens on a NOTIFY channel. A reconnect counts as a notification, because earlier notifications may have been lost.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { listenerName } from './connection-counts.ts'
import { HostClient } from './hosts.ts'

interface ListenOptions {
  /** Runs at the beginning and after each notification, and again after a failure. Two runs never overlap. */
  onNotify: () => Promise<void>
  /** A statement that each new session runs, such as one that takes a lock of the session. */
  onConnect?: string
  log: Log
}

const retryDelayMs = 1000

/** Resolves after the first call of `onNotify`, with a function that stops listening. */
export async function listen(
  pool: Pool,
  channel: string,
  { onNotify, onConnect, log }: ListenOptions,
) {
  const end = new AbortController()
  let isDue = false
  let running = Promise.resolve()
  let client = await open()
  await onNotify()

  async function open() {
    const opened = new HostClient({ ...pool.options, application_name: listenerName(channel) })
    opened.on('error', (error) => log.debug(error.message))
    opened.on('notification', schedule)
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      if (onConnect) await opened.query(onConnect)
    } catch (error) {
      await opened.end()
      throw error
    }
    opened.once('end', () => void reopen())
    return opened
  }

  async function reopen() {
    while (!end.signal.aborted) {
      try {
        client = await open()
        // If listening was stopped while this connection was opened, only the previous connection was closed.
        if (end.signal.aborted) await client.end()
        schedule()
        return
      } catch (error) {
        log.debug(messageOf(error))
        await sleep(retryDelayMs)
      }
    }
  }

  function schedule() {
    if (isDue || end.signal.aborted) return
    isDue = true
    running = running.then(run)
  }

  async function run() {
    isDue = false
    try {
      await onNotify()
    } catch (error) {
      log.warn(messageOf(error))
      await sleep(retryDelayMs)
      schedule()
    }
  }

  return async () => {
    end.abort()
    await client.end()
    await running
  }
}

interface ReloadedValue<Value> {
  /** A reload replaces the whole value, so running work keeps the value with which it started. */
  get: () => Value
  close: () => Promise<void>
}

/** Loads a value from the database, and loads it again after each notification on a channel. */
export async function reloadOnNotify<Value>(
  pool: Pool,
  channel: string,
  load: () => Promise<Value>,
  log: Log,
): Promise<ReloadedValue<Value>> {
  // `listen` loads again when it starts, so a change after this load is not missed.
  let value = await load()
  const onNotify = async () => {
    value = await load()
  }
  const close = await listen(pool, channel, { onNotify, log })
  return { get: () => value, close }
}
