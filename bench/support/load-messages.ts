// Defines the messages between the measuring process and its load generators.
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

export const loadCommand = z.object({
  name: z.enum(caseNames),
  load: z.object({
    connections: z.number(),
    warmUp: z.number(),
    seconds: z.number(),
  }),
})
export type LoadCommand = z.infer<typeof loadCommand>

export const loadResult = z.object({
  /** The number of requests, including the warm-up. */
  requests: z.number(),
  failed: z.number(),
  failure: z.string().optional(),
  perSecond: z.number(),
  /** Response times in milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** The size of the longest response. */
  bytes: z.number(),
  /** Processor time of the client in milliseconds, including the warm-up. */
  cpuMs: z.number(),
})
export type LoadResult = z.infer<typeof loadResult>
