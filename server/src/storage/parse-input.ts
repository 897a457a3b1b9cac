// Parses the input of a request. The error names the first problem.
import { z } from 'zod'
import { invalid, notSupported } from './errors.ts'

export function parseInput<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw invalid('The request cannot be read.')
  const field = issue.path.join('.')
  throw invalid(field === '' ? issue.message : `${field}: ${issue.message}`)
}

/** Refuses options of Supabase Storage that would otherwise be ignored silently. */
export function refuseUnsupported(input: object) {
  for (const [field, feature] of unsupportedFields) {
    const value: unknown = Reflect.get(input, field)
    if (value !== undefined && value !== null) throw notSupported(feature)
  }
}

const unsupportedFields = [
  ['versionId', 'Versions of objects are'],
  ['sourceVersionId', 'Versions of objects are'],
  ['noncurrentVersions', 'Versions of objects are'],
  ['deleteMarkers', 'Versions of objects are'],
  ['versioning_status', 'Versions of objects are'],
] as const

/** Text that PostgreSQL can store. */
export const storableText = z
  .string()
  .max(1024)
  .refine((value) => !value.includes('\u0000'), {
    error: 'the text has a character that cannot be stored',
  })

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
