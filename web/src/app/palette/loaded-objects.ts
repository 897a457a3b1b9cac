// Collects what the app has already loaded, so that the palette answers at once.
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type FoundObject, foundObjects, searchKey } from '#features/search/search.queries.ts'
import { nameOf, secondaryNameOf } from '#lib/format.ts'

const text = z.nullable(z.string())

const jobRow = z.object({
  id: z.uuid(),
  title: z.string(),
  category: z.string(),
  budget: z.number(),
  created_at: z.string(),
  status: z.optional(z.string()),
  awarded_at: z.optional(text),
  finished_at: z.optional(text),
  is_deleted: z.optional(z.boolean()),
})

const personRow = z.object({
  id: z.uuid(),
  role: z.enum(['facility', 'contractor', 'consultant', 'admin']),
  full_name: text,
  username: text,
  company_name: z.optional(text),
  profile_picture: z.optional(text),
})

/** Rows are at most this deep in the data of a query, for example a person in a bid in a job in a page. */
const maxDepth = 6

/** Returns the jobs and people in all lists, each of them once. */
export function collectLoadedObjects(queries: QueryClient, userId: string): FoundObject[] {
  const objects = new Map<string, FoundObject>()
  const add = (object: FoundObject) => objects.set(`${object.kind}:${object.id}`, object)
  for (const name of ['jobs', 'bids', 'consultations', 'accounts']) {
    for (const [, data] of queries.getQueriesData({ queryKey: [name] })) addRows(data, add)
  }
  objects.delete(`person:${userId}`)
  return [...objects.values()]
}

/** Returns the objects that the server found for other queries. */
export function collectAnswers(
  queries: QueryClient,
  userId: string,
  exceptQuery: string,
): FoundObject[] {
  const answers = queries.getQueriesData({
    queryKey: searchKey(userId),
    predicate: ({ queryKey }) => !queryKey.includes(exceptQuery),
  })
  return answers.flatMap(([, data]) => foundObjects.safeParse(data).data ?? [])
}

function addRows(value: unknown, add: (object: FoundObject) => void, depth = 0) {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return
  const object = toObject(value)
  if (object) add(object)
  for (const part of Object.values(value)) addRows(part, add, depth + 1)
}

function toObject(row: object): FoundObject | undefined {
  const job = jobRow.safeParse(row)
  if (job.success) return job.data.is_deleted ? undefined : toJob(job.data)
  const person = personRow.safeParse(row)
  return person.success ? toPerson(person.data) : undefined
}

function toJob(job: z.infer<typeof jobRow>): FoundObject {
  const { id, title, category, finished_at: finishedAt } = job
  return {
    kind: 'job',
    id,
    title,
    detail: category,
    state: job.status === 'finished' ? 'finished' : job.awarded_at ? 'awarded' : 'open',
    picture: null,
    at: finishedAt ?? job.created_at,
  }
}

function toPerson(person: z.infer<typeof personRow>): FoundObject {
  const names = { ...person, company_name: person.company_name ?? null }
  return {
    kind: 'person',
    id: person.id,
    title: nameOf(names),
    detail: secondaryNameOf(names) ?? null,
    state: person.role,
    picture: person.profile_picture ?? null,
    at: '',
  }
}
