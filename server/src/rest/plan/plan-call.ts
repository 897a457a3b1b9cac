// A call of a function: which one is meant, with which arguments, and what is read of its result.
import { RestError } from '../errors.ts'
import { intersect } from '../parse/range.ts'
import type { CallRequest } from '../parse/request.ts'
import type { Routine, Schema } from '../schema/schema.ts'
import type { CallArguments, CallPlan } from './plan.ts'
import { refusePlain } from './refuse-plain.ts'
import { capped, planResource, type Planning } from './resource.ts'
import { closest } from './suggest.ts'

/** Of names that no function has; more would only be sent back. */
const mostNamed = 50

export function planCall(request: CallRequest, schema: Schema, planning: Planning): CallPlan {
  const { form, preferences, query, range } = request
  const given = argumentsOf(request)
  const names = given.kind === 'json' ? given.names : given.texts.map(([name]) => name)
  const routine = chooseRoutine(schema, request, names)
  const resource = planResource(query, routine.returns.relation, planning)
  resource.range = capped(intersect(resource.range, range), planning.maxRows)
  return { kind: 'call', form, preferences, routine, arguments: given, resource }
}

function argumentsOf({ payload, query }: CallRequest): CallArguments {
  if (!payload) return { kind: 'texts', texts: query.plain.filter(([name]) => name !== 'apikey') }
  refusePlain(query)
  if (payload.count !== 1) {
    throw new RestError(400, 'PGRST102', 'A call takes one object of arguments.')
  }
  return { kind: 'json', json: payload.json, names: query.columns ?? payload.keys }
}

function chooseRoutine(schema: Schema, request: CallRequest, names: string[]): Routine {
  const namesakes = schema.routines.get(request.routine) ?? []
  const candidates = namesakes.filter(({ parameters }) => {
    const known = new Set(parameters.map(({ name }) => name))
    const required = parameters.filter(({ isRequired }) => isRequired)
    return (
      names.every((name) => name !== '' && known.has(name)) &&
      required.every(({ name }) => names.includes(name))
    )
  })
  const [chosen, ...others] = candidates
  if (!chosen) throw noRoutine(schema, request, names, namesakes)
  if (others.length > 0) throw severalRoutines(candidates)
  return chosen
}

function noRoutine(schema: Schema, request: CallRequest, names: string[], namesakes: Routine[]) {
  const { routine, schema: schemaName, payload } = request
  const called = `${schemaName}.${routine}`
  const given = names.toSorted().slice(0, mostNamed).join(', ')
  const none = names.length === 0
  const searched = none
    ? ' without parameters'
    : ` with parameter${names.length > 1 ? 's' : ''} ${given}`
  const unnamed = payload ? ' or with a single unnamed json/jsonb parameter' : ''
  const meant =
    namesakes.length > 0
      ? closestSignature(routine, names, namesakes)
      : closest(routine, schema.routines.keys())
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${called}${none ? ' without parameters' : `(${given})`} in the schema cache`,
    {
      details: `Searched for the function ${called}${searched}${unnamed}, but no matches were found in the schema cache.`,
      hint:
        meant === undefined
          ? undefined
          : `Perhaps you meant to call the function ${schemaName}.${meant}`,
    },
  )
}

function closestSignature(routine: string, names: string[], namesakes: Routine[]) {
  const written = (words: string[]) => `(${words.toSorted().join(', ')})`
  const signatures = namesakes.map(({ parameters }) => written(parameters.map(({ name }) => name)))
  const found = closest(written(names), signatures, 0.33) ?? signatures[0]
  return found === undefined ? undefined : `${routine}${found}`
}

function severalRoutines(candidates: Routine[]) {
  const written = candidates.map(
    ({ schema, name, parameters }) =>
      `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`,
  )
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${written.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
