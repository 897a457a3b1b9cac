// What requests bring, parsed at the edge: the first thing that is wrong is what the caller is told.
import { z } from 'zod'
import { invalid, notSupported } from './errors.ts'

export function read<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const result = shape.safeParse(given ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw invalid('The request cannot be read.')
  const field = issue.path.join('.')
  throw invalid(field === '' ? issue.message : `${field}: ${issue.message}`)
}

/** Versions of objects are not kept: who asks for one is told. */
export function refuseUnsupported(given: object) {
  for (const [field, what] of unsupported) {
    const value: unknown = Reflect.get(given, field)
    if (value !== undefined && value !== null) throw notSupported(what)
  }
}

const unsupported = [
  ['versionId', 'Versions of objects are'],
  ['sourceVersionId', 'Versions of objects are'],
  ['noncurrentVersions', 'Versions of objects are'],
  ['deleteMarkers', 'Versions of objects are'],
  ['versioning_status', 'Versions of objects are'],
] as const

/** Texts that PostgreSQL can store. */
export const text = z
  .string()
  .max(1024)
  .refine((value) => !value.includes('\u0000'), {
    error: 'a value that cannot be stored',
  })

export const wholeNumber = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most)
