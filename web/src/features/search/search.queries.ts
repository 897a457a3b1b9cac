import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

const foundObject = z.object({
  kind: z.enum(['job', 'person', 'consultation']),
  id: z.string(),
  title: z.string(),
  /** The category of a job, or the second name of a person. */
  detail: z.nullable(z.string()),
  /** The state of a job or consultation, or the role of a person. */
  state: z.string(),
  picture: z.nullable(z.string()),
  /** When a job was posted or finished, or when a consultation begins. */
  at: z.string(),
})

export type FoundObject = z.infer<typeof foundObject>

export const foundObjects = z.array(foundObject)

/** Shorter queries match too much. */
export const minQueryLength = 2
export const maxQueryLength = 200

/** The key of all answers, which are also searched before the server answers. */
export const searchKey = (userId: string) => ['search', userId]

/** Finds the jobs, people and consultations that the user may see. */
export const searchObjects = (userId: string, query: string) =>
  queryOptions({
    queryKey: [...searchKey(userId), query],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const request = client.rpc('search_objects', { query }, { get: true }).abortSignal(signal)
      return foundObjects.parse(dataOf(await request))
    },
    enabled: query.length >= minQueryLength && query.length <= maxQueryLength,
    staleTime: 60_000,
  })
