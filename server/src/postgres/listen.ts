// Hears what is told on a channel, also after the connection broke: what was missed meanwhile counts as told.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { HostClient } from './hosts.ts'

interface Listener {
  /** Runs once at the beginning and after each word; again until it succeeds, never twice at once. */
  heard: () => Promise<void>
  log: Log
}

const pause = 1000

/** Resolves when it listens and the first answer is done, with a function that ends it. */
export async function listen(pool: Pool, channel: string, { heard, log }: Listener) {
  const end = new AbortController()
  let isDue = false
  let answering = Promise.resolve()
  let client = await open()
  await heard()

  async function open() {
    const opened = new HostClient(pool.options)
    opened.on('error', (error) => log.debug(error.message))
    opened.on('notification', ring)
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
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
        // Who asked it to end meanwhile ended the one before.
        if (end.signal.aborted) await client.end()
        ring()
        return
      } catch (error) {
        log.debug(messageOf(error))
        await sleep(pause)
      }
    }
  }

  function ring() {
    if (isDue || end.signal.aborted) return
    isDue = true
    answering = answering.then(answer)
  }

  async function answer() {
    isDue = false
    try {
      await heard()
    } catch (error) {
      log.warn(messageOf(error))
      await sleep(pause)
      ring()
    }
  }

  return async () => {
    end.abort()
    await client.end()
    await answering
  }
}
