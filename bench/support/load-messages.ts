// What the measuring process and its load generators tell each other.
import { z } from 'zod'
import { caseNames } from './cases.ts'

export const target = z.object({
  kind: z.enum(['gateway', 'loop']),
  port: z.number(),
  socketFolder: z.string(),
  market: z.object({
    jobs: z.number(),
    facilities: z.number(),
    contractors: z.number(),
    bidsOfJobs: z.array(z.number()),
  }),
  keys: z.object({ jwtSecret: z.string(), anonKey: z.string() }),
})
export type Target = z.infer<typeof target>

export const order = z.object({
  name: z.enum(caseNames),
  load: z.object({
    connections: z.number(),
    warmUp: z.number(),
    seconds: z.number(),
  }),
})
export type Order = z.infer<typeof order>

export const turn = z.object({
  /** In all, warm-up included. */
  asked: z.number(),
  failed: z.number(),
  /** The first thing that went wrong. */
  failure: z.string().optional(),
  perSecond: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Of the longest answer. */
  bytes: z.number(),
  /** Milliseconds of the client's processor time, warm-up included. */
  cpu: z.number(),
})
export type Turn = z.infer<typeof turn>
