// Plans a function call: the function, its arguments and the rows to read from its result.
import { badBody, notCountable, RestError } from '../errors.ts'
import type { SentArguments } from '../parse/body.ts'
import { intersectRanges } from '../parse/headers.ts'
import type { CallRequest } from '../parse/request.ts'
import type { Parameter, Routine, Schema } from '../schema/schema.ts'
import { chooseFormat } from './content-negotiation.ts'
import { checkNumber, checkNumbersInRows } from './decimal-numbers.ts'
import type { CallArguments, CallPlan } from './plan.ts'
import { capRange, type PlanContext, planResource } from './plan-resource.ts'
import { closestName } from './suggest.ts'

interface RequestedCall {
  /** The name includes the schema. */
  qualifiedName: string
  routine: string
  arguments: SentArguments
  /** Undefined if the body contains no names, for example if it is a number. */
  names: string[] | undefined
}

const maxNamesInError = 50

export function planCall(request: CallRequest, schema: Schema, context: PlanContext): CallPlan {
  const { preferences, query, range } = request
  const call = requestedCall(request)
  const { routine, takesBody } = chooseRoutine(schema, call)
  if (preferences.maxAffected !== undefined && !routine.returns.isSet) throw notCountable()
  const format = chooseFormat(request, routine.returns.relation, context, routine)
  const resource = planResource(query, routine.returns.relation, context)
  resource.range = capRange(intersectRanges(resource.range, range), context.maxRows)
  const hasMixedKeys = call.arguments.kind === 'json' && call.arguments.hasMixedKeys
  if (hasMixedKeys && !takesBody && !query.columns) throw badBody('All object keys must match')
  return {
    kind: 'call',
    format,
    preferences,
    routine,
    arguments: takesBody ? wholeBodyArgument(call, routine) : namedArguments(call, routine),
    resource,
    exactCountLimit: context.maxRows,
  }
}

function requestedCall({
  schema,
  routine,
  query,
  arguments: fromBody,
}: CallRequest): RequestedCall {
  const inQuery = query.plainParameters.filter(([name]) => name !== 'apikey')
  const sent = fromBody ?? { kind: 'texts', texts: inQuery }
  return {
    qualifiedName: `${schema}.${routine}`,
    routine,
    arguments: sent,
    names: argumentNames(sent, query.columns),
  }
}

function argumentNames(sent: SentArguments, columns: string[] | undefined) {
  switch (sent.kind) {
    case 'raw':
      return []
    case 'texts':
      return sent.texts.map(([name]) => name)
    case 'json':
    case 'rows':
      return columns ?? sent.names
  }
}

function namedArguments(
  { arguments: sent, names }: RequestedCall,
  { parameters }: Routine,
): CallArguments {
  if (sent.kind === 'texts') {
    const types = new Map(parameters.map(({ name, type }) => [name, type]))
    for (const [name, text] of sent.texts) checkNumber(types.get(name), text)
    return sent
  }
  if (sent.kind === 'raw' || !names)
    throw badBody('A function call needs an object with its arguments.')
  const isList = sent.kind === 'rows' || sent.isArray
  const json = isList ? sent.json : `[${sent.json}]`
  checkNumbersInRows(json, parameters)
  return { kind: 'json', json, names }
}

function wholeBodyArgument(
  { arguments: sent }: RequestedCall,
  { parameters: [parameter] }: Routine,
): CallArguments {
  const type = parameter?.type ?? 'text'
  if (sent.kind === 'texts') return sent
  return { kind: 'whole', value: sent.kind === 'raw' ? sent.value : sent.json, type }
}

/** Prefers a function whose parameters match the names of the arguments to one that takes the whole body. */
function chooseRoutine(schema: Schema, call: RequestedCall) {
  const namesakes = schema.routines.get(call.routine) ?? []
  const byName = namesakes.filter((routine) => acceptsNames(routine, call))
  const candidates =
    byName.length > 0 ? byName : namesakes.filter((routine) => acceptsBody(routine, call))
  const [routine, ...others] = candidates
  if (!routine) throw noMatchingRoutine(schema, call, namesakes)
  if (others.length > 0) throw ambiguousRoutines(candidates)
  return { routine, takesBody: byName.length === 0 || call.names?.includes('') === true }
}

function acceptsNames({ parameters }: Routine, { arguments: sent, names }: RequestedCall) {
  if (!names || (sent.kind === 'raw' && parameters.length === 0)) return false
  const known = new Set(parameters.map(({ name }) => name))
  const required = parameters.filter(({ isRequired }) => isRequired)
  // An unnamed parameter matches the key "" of an object, but gets the whole object.
  const mayBeEmpty = sent.kind === 'json' && isUnnamed(parameters)
  return (
    names.every((name) => (name !== '' || mayBeEmpty) && known.has(name)) &&
    required.every(({ name }) => names.includes(name))
  )
}

function isUnnamed(parameters: Parameter[]) {
  return parameters.length === 1 && parameters[0]?.name === ''
}

function acceptsBody({ parameters }: Routine, { arguments: sent }: RequestedCall) {
  const [parameter] = parameters
  if (!parameter || !isUnnamed(parameters)) return false
  if (sent.kind === 'json') return parameter.type === 'json' || parameter.type === 'jsonb'
  return sent.kind === 'raw' && parameter.type === sent.type
}

function noMatchingRoutine(schema: Schema, call: RequestedCall, namesakes: Routine[]) {
  const { qualifiedName, arguments: sent } = call
  const names = (call.names ?? []).toSorted().slice(0, maxNamesInError)
  const list = names.join(', ')
  const searched = sent.kind === 'raw' ? '' : withParameters(names)
  const called = names.length > 0 ? `(${list})` : searched
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${qualifiedName}${called} in the schema cache`,
    {
      details: `Searched for the function ${qualifiedName}${searched}${unnamedParameter(sent)}, but no matches were found in the schema cache.`,
      hint: sent.kind === 'raw' ? undefined : hintFor(schema, call, names, namesakes),
    },
  )
}

function withParameters(names: string[]) {
  if (names.length === 0) return ' without parameters'
  return ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
}

function unnamedParameter(sent: SentArguments) {
  if (sent.kind === 'json') return ' or with a single unnamed json/jsonb parameter'
  return sent.kind === 'raw' ? ` with a single unnamed ${sent.type} parameter` : ''
}

function hintFor(
  schema: Schema,
  { qualifiedName, routine }: RequestedCall,
  names: string[],
  namesakes: Routine[],
) {
  const meant =
    namesakes.length > 0
      ? closestSignature(routine, names, namesakes)
      : closestName(routine, schema.routines.keys())
  const schemaPrefix = qualifiedName.slice(0, qualifiedName.length - routine.length)
  return meant === undefined
    ? undefined
    : `Perhaps you meant to call the function ${schemaPrefix}${meant}`
}

function closestSignature(routine: string, names: string[], namesakes: Routine[]) {
  const parameterList = (own: string[]) => `(${own.toSorted().join(', ')})`
  const known = namesakes.map(({ parameters }) => parameters.map(({ name }) => name))
  const signatures = known.filter((own) => own.some(Boolean)).map(parameterList)
  const found = closestName(parameterList(names), signatures, 0.33)
  return found === undefined ? undefined : `${routine}${found}`
}

function ambiguousRoutines(candidates: Routine[]) {
  const signatures = candidates
    .toSorted(
      (one, other) =>
        one.parameters.length - other.parameters.length || compareSignatures(one, other),
    )
    .map(signature)
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function compareSignatures(one: Routine, other: Routine) {
  return signature(one) < signature(other) ? -1 : 1
}

function signature({ schema, name, parameters }: Routine) {
  const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
  return `${schema}.${name}(${list.join(', ')})`
}
