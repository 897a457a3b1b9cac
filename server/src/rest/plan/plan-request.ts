// From what is asked for to what will be done, with the help of the schema cache.
import { noSuchTable } from '../errors.ts'
import { intersect } from '../parse/range.ts'
import type { ReadRequest, RestRequest } from '../parse/request.ts'
import type { Relation, Schema } from '../schema/schema.ts'
import { planCall } from './plan-call.ts'
import type { Plan, ReadPlan } from './plan.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'
import { refusePlain } from './refuse-plain.ts'
import { capped, planResource, type Planning } from './resource.ts'
import { closest } from './suggest.ts'

const emptySchema: Schema = { relations: new Map(), routines: new Map() }

export function planRequest(request: RestRequest, planning: Planning): Plan {
  const schema = planning.cache.schemas.get(request.schema) ?? emptySchema
  if (request.kind === 'call') return planCall(request, schema, planning)
  const relation = findRelation(schema, request.schema, request.relation)
  refusePlain(request.query)
  switch (request.kind) {
    case 'read':
      return planRead(request, relation, planning)
    case 'insert':
      return planInsert(request, relation, planning)
    case 'update':
      return planUpdate(request, relation, planning)
    case 'delete':
      return planDelete(request, relation, planning)
  }
}

function findRelation(schema: Schema, schemaName: string, name: string) {
  const relation = schema.relations.get(name)
  if (!relation) throw noSuchTable(schemaName, name, closest(name, schema.relations.keys()))
  return relation
}

function planRead(request: ReadRequest, relation: Relation, planning: Planning): ReadPlan {
  const { form, preferences, query, range } = request
  const resource = planResource(query, relation, planning)
  resource.range = capped(intersect(resource.range, range), planning.maxRows)
  return { kind: 'read', form, preferences, resource }
}
