// Of functions of one name: the one whose parameters have the names that were given; else one that takes the body
// as a whole.
import { RestError } from '../errors.ts'
import type { Arguments } from '../parse/arguments.ts'
import type { Parameter, Routine, Schema } from '../schema/schema.ts'
import { closest } from './suggest.ts'

export interface Asked {
  /** With its schema. */
  name: string
  routine: string
  given: Arguments
  /** Undefined for a body without names, such as a number. */
  names: string[] | undefined
}

/** Of names that no function has; more would only be sent back. */
const mostNamed = 50

export function chooseRoutine(schema: Schema, asked: Asked) {
  const namesakes = schema.routines.get(asked.routine) ?? []
  const byName = namesakes.filter((routine) => takesNames(routine, asked))
  const candidates =
    byName.length > 0 ? byName : namesakes.filter((routine) => takesBody(routine, asked))
  const [routine, ...others] = candidates
  if (!routine) throw noRoutine(schema, asked, namesakes)
  if (others.length > 0) throw severalRoutines(candidates)
  return { routine, takesBody: byName.length === 0 || asked.names?.includes('') === true }
}

function takesNames({ parameters }: Routine, { given, names }: Asked) {
  if (!names || (given.kind === 'raw' && parameters.length === 0)) return false
  const known = new Set(parameters.map(({ name }) => name))
  const required = parameters.filter(({ isRequired }) => isRequired)
  // An object with an empty name is meant, as a whole, for a function whose only parameter has none.
  const mayBeEmpty = given.kind === 'json' && isUnnamed(parameters)
  return (
    names.every((name) => (name !== '' || mayBeEmpty) && known.has(name)) &&
    required.every(({ name }) => names.includes(name))
  )
}

function isUnnamed(parameters: Parameter[]) {
  return parameters.length === 1 && parameters[0]?.name === ''
}

function takesBody({ parameters }: Routine, { given }: Asked) {
  const [parameter] = parameters
  if (!parameter || !isUnnamed(parameters)) return false
  if (given.kind === 'json') return parameter.type === 'json' || parameter.type === 'jsonb'
  return given.kind === 'raw' && parameter.type === given.type
}

function noRoutine(schema: Schema, asked: Asked, namesakes: Routine[]) {
  const { name, given } = asked
  const names = (asked.names ?? []).toSorted().slice(0, mostNamed)
  const list = names.join(', ')
  const searched = given.kind === 'raw' ? '' : withParameters(names)
  const called = names.length > 0 ? `(${list})` : searched
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${name}${called} in the schema cache`,
    {
      details: `Searched for the function ${name}${searched}${unnamed(given)}, but no matches were found in the schema cache.`,
      hint: given.kind === 'raw' ? undefined : hintFor(schema, asked, names, namesakes),
    },
  )
}

function withParameters(names: string[]) {
  if (names.length === 0) return ' without parameters'
  return ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
}

function unnamed(given: Arguments) {
  if (given.kind === 'json') return ' or with a single unnamed json/jsonb parameter'
  return given.kind === 'raw' ? ` with a single unnamed ${given.type} parameter` : ''
}

function hintFor(schema: Schema, { name, routine }: Asked, names: string[], namesakes: Routine[]) {
  const meant =
    namesakes.length > 0
      ? closestSignature(routine, names, namesakes)
      : closest(routine, schema.routines.keys())
  const inSchema = name.slice(0, name.length - routine.length)
  return meant === undefined
    ? undefined
    : `Perhaps you meant to call the function ${inSchema}${meant}`
}

function closestSignature(routine: string, names: string[], namesakes: Routine[]) {
  const written = (words: string[]) => `(${words.toSorted().join(', ')})`
  const known = namesakes.map(({ parameters }) => parameters.map(({ name }) => name))
  const signatures = known.filter((own) => own.some(Boolean)).map(written)
  const found = closest(written(names), signatures, 0.33)
  return found === undefined ? undefined : `${routine}${found}`
}

function severalRoutines(candidates: Routine[]) {
  const written = candidates
    .toSorted(
      (one, other) => one.parameters.length - other.parameters.length || inOrder(one, other),
    )
    .map(signature)
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${written.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function inOrder(one: Routine, other: Routine) {
  return signature(one) < signature(other) ? -1 : 1
}

function signature({ schema, name, parameters }: Routine) {
  const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
  return `${schema}.${name}(${list.join(', ')})`
}
