// A body that stalls, or never ends, is given up.
import type { FastifyRequest } from 'fastify'
import { brokenOff, stalled } from '../errors.ts'

const mostIdle = 30_000
/** 20 MB by a slow phone take two minutes. */
const mostInAll = 10 * 60_000

export interface Watch {
  heard: () => void
  end: () => void
  /** Rejects when it is enough. */
  late: Promise<never>
}

interface Limits {
  /** In milliseconds. */
  pause: number
  /** Where whoever sends is not ours, and could go on for ever. */
  inAll?: number
}

const ofAnybody: Limits = { pause: mostIdle, inAll: mostInAll }

export function watch(limits = ofAnybody): Watch {
  const { promise: late, reject } = Promise.withResolvers<never>()
  late.catch(() => {})
  const giveUp = () => reject(stalled())
  const idle = setTimeout(giveUp, limits.pause)
  const inAll = limits.inAll === undefined ? undefined : setTimeout(giveUp, limits.inAll)
  return {
    late,
    heard: () => idle.refresh(),
    end: () => {
      clearTimeout(idle)
      clearTimeout(inAll)
    },
  }
}

/** Aborts when whoever sends is gone before all of it was read. */
export function hangUpOf({ raw }: FastifyRequest): AbortSignal {
  const leaving = new AbortController()
  const look = () => {
    if (!raw.readableEnded) leaving.abort(brokenOff())
  }
  raw.once('close', look)
  if (raw.destroyed) look()
  return leaving.signal
}
