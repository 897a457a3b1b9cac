// What the measuring process and the process of the people tell each other.
import { z } from 'zod'

export const place = z.object({
  port: z.number(),
  anonKey: z.string(),
  facilities: z.number(),
  contractors: z.number(),
  /** The number of the first contractor in the market. */
  firstContractor: z.number(),
  password: z.string(),
})
export type Place = z.infer<typeof place>

export const order = z.discriminatedUnion('kind', [
  /** Everybody comes, so many at the same moment. */
  z.object({ kind: z.literal('arrive'), atOnce: z.number() }),
  /** Stories begin at an even pace, however the ones before them get on. */
  z.object({ kind: z.literal('stories'), perMinute: z.number(), seconds: z.number() }),
])
export type Order = z.infer<typeof order>

const operation = z.object({
  what: z.string(),
  count: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  longest: z.number(),
})

export const figures = z.object({
  operations: z.array(operation),
  failures: z.record(z.string(), z.number()),
  begun: z.number(),
  done: z.number(),
  /** Requests that were answered, or should have been. */
  requests: z.number(),
  frames: z.number(),
  /** Sockets that were closed on somebody. */
  lostSockets: z.number(),
  seconds: z.number(),
  /** Of the process of the people: milliseconds of processor time, and how long its loop was held at most. */
  cpu: z.number(),
  loopLag: z.number(),
})
export type Figures = z.infer<typeof figures>
