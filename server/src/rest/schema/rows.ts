// The answers of the catalog queries, checked.
import { z } from 'zod'

const column = z.object({
  name: z.string(),
  number: z.number(),
  type: z.string(),
  default: z.string().nullable(),
  isVector: z.boolean(),
  shownBy: z.string().nullable(),
  readBy: z.string().nullable(),
  takenBy: z.string().nullable(),
})

export const relationRow = z.object({
  schema: z.string(),
  name: z.string(),
  id: z.number(),
  kind: z.enum(['table', 'view']),
  columns: z.array(column),
  keys: z.array(z.object({ isPrimary: z.boolean(), columns: z.array(z.number()) })),
  rule: z.string().nullable(),
  isExposed: z.boolean(),
  /** As pg_relation_is_updatable() has it. */
  events: z.number(),
})

export const foreignKeyRow = z.object({
  name: z.string(),
  from_id: z.number(),
  from_columns: z.array(z.number()),
  to_id: z.number(),
  to_columns: z.array(z.number()),
})

const argument = z.object({
  name: z.string(),
  mode: z.string(),
  type: z.string(),
  relationId: z.number(),
})

export const routineRow = z.object({
  schema: z.string(),
  name: z.string(),
  isSet: z.boolean(),
  isOneRow: z.boolean(),
  isVoid: z.boolean(),
  relationId: z.number(),
  isRow: z.boolean(),
  isUntyped: z.boolean(),
  isVolatile: z.boolean(),
  mediaType: z.string().nullable(),
  isBytes: z.boolean(),
  arguments: z.array(argument),
  defaults: z.number(),
})

export const mediaHandlerRow = z.object({
  schema: z.string(),
  name: z.string(),
  type: z.string(),
  isBytes: z.boolean(),
  relationId: z.number(),
})

export const typeRow = z.object({ name: z.string(), spoken: z.string(), written: z.string() })

export const namedRow = z.object({ name: z.string() })

export type RelationRow = z.infer<typeof relationRow>
export type ForeignKeyRow = z.infer<typeof foreignKeyRow>
export type RoutineRow = z.infer<typeof routineRow>
