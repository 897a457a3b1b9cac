import { intersectRanges, type Preferences } from '../parse/headers.ts'
import type { ReadRequest, RestRequest } from '../parse/request.ts'
import { emptySchema, type Relation, type Schema } from '../schema/schema.ts'
import { chooseFormat } from './content-negotiation.ts'
import { planCall } from './plan-call.ts'
import { type EmbedPlan, embedsOf, type Plan, type ReadPlan, type ResourcePlan } from './plan.ts'
import { planDelete, planInsert, planPut, planUpdate } from './plan-write.ts'
import { capRange, type PlanContext, planResource } from './plan-resource.ts'
import { noSuchTable, RestError } from '../errors.ts'
import { closestName } from './suggest.ts'
import type { Query } from '../parse/query.ts'

export function planRequest(request: RestRequest, context: PlanContext): Plan {
  const schema = context.schemaCache.schemas.get(request.schema) ?? emptySchema
  if (request.kind === 'call') {
    if (request.arguments) refusePlainParameters(request.query)
    return planCall(request, schema, context)
  }
  const relation = findRelation(schema, request.schema, request.relation)
  refusePlainParameters(request.query)
  switch (request.kind) {
    case 'read':
      return planRead(request, relation, context)
    case 'insert':
      return planInsert(request, relation, context)
    case 'put':
      return planPut(request, relation, context)
    case 'update':
      return planUpdate(request, relation, context)
    case 'delete':
      return planDelete(request, relation, context)
  }
}

function planRead(request: ReadRequest, relation: Relation, context: PlanContext): ReadPlan {
  const { preferences, query, range } = request
  const format = chooseFormat(request, relation, context)
  const resource = planResource(query, relation, context)
  resource.range = capRange(intersectRanges(resource.range, range), context.maxRows)
  return {
    kind: 'read',
    format,
    preferences: withSafeCount(preferences, resource, context),
    resource,
    exactCountLimit: context.maxRows,
  }
}

/**
 * Replaces an estimated count with an exact count if row security may hide rows. See
 * docs/decisions/0042-exact-counts.md.
 */
function withSafeCount(
  preferences: Preferences,
  resource: ResourcePlan,
  { seesAllRows }: PlanContext,
): Preferences {
  const isSafe = preferences.count === undefined || seesAllRows || !mayHideRows(resource)
  return isSafe ? preferences : { ...preferences, count: 'exact' }
}

function mayHideRows(resource: ResourcePlan): boolean {
  return resource.relation.mayHideRows || embedsOf(resource).some(embedMayHideRows)
}

function embedMayHideRows(embed: EmbedPlan) {
  const { relationship } = embed
  return (
    mayHideRows(embed) || (relationship.kind === 'junction' && relationship.junction.mayHideRows)
  )
}

export function findRelation(schema: Schema, schemaName: string, name: string) {
  const relation = schema.relations.get(name)
  if (!relation) throw noSuchTable(schemaName, name, closestName(name, schema.relations.keys()))
  return relation
}

/** Refuses parameters such as `id=5`, because ignoring them could read, change or delete every row. */
function refusePlainParameters({ plainParameters }: Query) {
  const first = plainParameters.find(([name]) => name !== 'apikey')
  if (!first) return
  throw new RestError(
    400,
    'PGRST100',
    `"failed to parse filter (${first[1]})" (line 1, column 1)`,
    {
      details: `unexpected ${first[1] === '' ? 'end of input' : `"${first[1].charAt(0)}"`} expecting "not" or operator (eq, gt, ...)`,
    },
  )
}
