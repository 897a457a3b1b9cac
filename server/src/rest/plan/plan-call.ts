// A call of a function: which one is meant, with which arguments, and what is read of its result.
import { badBody, notCountable } from '../errors.ts'
import type { Arguments } from '../parse/arguments.ts'
import { intersect } from '../parse/range.ts'
import type { CallRequest } from '../parse/request.ts'
import type { Routine, Schema } from '../schema/schema.ts'
import { chooseForm } from './choose-form.ts'
import { type Asked, chooseRoutine } from './choose-routine.ts'
import type { CallArguments, CallPlan } from './plan.ts'
import { refusePlain } from './refuse-plain.ts'
import { capped } from './ranges.ts'
import { planResource, type Planning } from './resource.ts'

export function planCall(request: CallRequest, schema: Schema, planning: Planning): CallPlan {
  const { preferences, query, range } = request
  if (request.arguments) refusePlain(query)
  const asked = askedFor(request)
  const { routine, takesBody } = chooseRoutine(schema, asked)
  if (preferences.maxAffected !== undefined && !routine.returns.isSet) throw notCountable()
  const form = chooseForm(request, routine.returns.relation, planning, routine)
  const resource = planResource(query, routine.returns.relation, planning)
  resource.range = capped(intersect(resource.range, range), planning.maxRows)
  const isUneven = asked.given.kind === 'json' && asked.given.isUneven
  if (isUneven && !takesBody && !query.columns) throw badBody('All object keys must match')
  const given = takesBody ? wholeBody(asked, routine) : namedArguments(asked)
  const { maxRows: mostCounted } = planning
  return { kind: 'call', form, preferences, routine, arguments: given, resource, mostCounted }
}

function askedFor({ schema, routine, query, arguments: sent }: CallRequest): Asked {
  const inQuery = query.plain.filter(([name]) => name !== 'apikey')
  const given = sent ?? { kind: 'texts', texts: inQuery }
  return { name: `${schema}.${routine}`, routine, given, names: namesOf(given, query.columns) }
}

function namesOf(given: Arguments, columns: string[] | undefined) {
  switch (given.kind) {
    case 'raw':
      return []
    case 'texts':
      return given.texts.map(([name]) => name)
    case 'json':
    case 'rows':
      return columns ?? given.names
  }
}

function namedArguments({ given, names }: Asked): CallArguments {
  if (given.kind === 'texts') return given
  if (given.kind === 'raw' || !names) throw badBody('A call takes an object of arguments.')
  const isList = given.kind === 'rows' || given.isArray
  return { kind: 'json', json: isList ? given.json : `[${given.json}]`, names }
}

function wholeBody({ given }: Asked, { parameters: [parameter] }: Routine): CallArguments {
  const type = parameter?.type ?? 'text'
  if (given.kind === 'texts') return given
  return { kind: 'whole', value: given.kind === 'raw' ? given.value : given.json, type }
}
