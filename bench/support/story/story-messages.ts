// Defines the messages between the measuring process and the process of the users.
import { z } from 'zod'

export const storyTarget = z.object({
  port: z.number(),
  anonKey: z.string(),
  facilities: z.number(),
  contractors: z.number(),
  firstContractor: z.number(),
  password: z.string(),
})
export type StoryTarget = z.infer<typeof storyTarget>

export const storyCommand = z.discriminatedUnion('kind', [
  /** All users sign in, `atOnce` at a time. */
  z.object({ kind: z.literal('arrive'), atOnce: z.number() }),
  /** Stories start at an even pace, whether or not earlier ones have ended. */
  z.object({ kind: z.literal('stories'), perMinute: z.number(), seconds: z.number() }),
  /** A random tenth of the contractors compare their lists with a fresh read. A list that is equal counts as completed. */
  z.object({ kind: z.literal('compare') }),
])
export type StoryCommand = z.infer<typeof storyCommand>

const operation = z.object({
  name: z.string(),
  count: z.number(),
  /** Times in milliseconds. */
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
})

export const figures = z.object({
  operations: z.array(operation),
  failures: z.record(z.string(), z.number()),
  started: z.number(),
  completed: z.number(),
  /** The number of requests, including those without a response. */
  requests: z.number(),
  frames: z.number(),
  /** The number of sockets that the server closed. */
  lostSockets: z.number(),
  seconds: z.number(),
  /**
   * The processor time of the users' process, and the 99th percentile of its event loop delay. Both
   * are in milliseconds.
   */
  cpuMs: z.number(),
  loopLagMs: z.number(),
})
export type Figures = z.infer<typeof figures>
