// From what is asked for to what will be done, with the help of the schema cache.
import { intersect } from '../parse/range.ts'
import type { ReadRequest, RestRequest } from '../parse/request.ts'
import { emptySchema, type Relation } from '../schema/schema.ts'
import { chooseForm } from './choose-form.ts'
import { findRelation } from './find-relation.ts'
import { planCall } from './plan-call.ts'
import type { Plan, ReadPlan } from './plan.ts'
import { planPut } from './plan-put.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'
import { refusePlain } from './refuse-plain.ts'
import { capped } from './ranges.ts'
import { planResource, type Planning } from './resource.ts'

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
    case 'put':
      return planPut(request, relation, planning)
    case 'update':
      return planUpdate(request, relation, planning)
    case 'delete':
      return planDelete(request, relation, planning)
  }
}

function planRead(request: ReadRequest, relation: Relation, planning: Planning): ReadPlan {
  const { preferences, query, range } = request
  const form = chooseForm(request, relation, planning)
  const resource = planResource(query, relation, planning)
  resource.range = capped(intersect(resource.range, range), planning.maxRows)
  return { kind: 'read', form, preferences, resource, mostCounted: planning.maxRows }
}
