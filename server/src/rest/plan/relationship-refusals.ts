// An embed that means no relationship, or more than one.
import { RestError } from '../errors.ts'
import type { SelectedEmbed } from '../parse/query.ts'
import type {
  JunctionRelationship,
  KeyRelationship,
  Relation,
  Relationship,
  Schema,
} from '../schema/schema.ts'
import { closest } from './suggest.ts'

type FoundByKeys = KeyRelationship | JunctionRelationship

export function noRelationship(
  origin: Relation,
  { name, hint }: Pick<SelectedEmbed, 'name' | 'hint'>,
  schema: Schema | undefined,
) {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin.name}' and '${name}'${using} ` +
        `in the schema '${origin.schema}', but no matches were found.`,
      hint: suggestion(origin, name, schema),
    },
  )
}

/** Of what has no relationships at all, the name itself may be the mistake. */
function suggestion(origin: Relation, name: string, schema: Schema | undefined) {
  const targets = origin.relationships.map(({ target }) => target.name)
  if (targets.includes(name)) return undefined
  if (targets.length > 0) return insteadOf(name, closest(name, targets, 0.5))
  const related = [...(schema?.relations.values() ?? [])]
    .filter(({ relationships }) => relationships.length > 0)
    .map((relation) => relation.name)
  return insteadOf(origin.name, closest(origin.name, related, 0.5))
}

function insteadOf(name: string, meant: string | undefined) {
  return meant === undefined ? undefined : `Perhaps you meant '${meant}' instead of '${name}'.`
}

export function severalRelationships(origin: Relation, name: string, candidates: Relationship[]) {
  const found = candidates.filter((candidate) => candidate.kind !== 'computed').toSorted(inOrder)
  const choices = found.map((candidate) => `'${candidate.target.name}!${hintFor(candidate)}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: found.map((candidate) => ({
        cardinality: candidate.cardinality,
        embedding: `${origin.name} with ${candidate.target.name}`,
        relationship: describe(origin, candidate),
      })),
      hint:
        `Try changing '${name}' to one of the following: ${choices.join(', ')}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  )
}

function hintFor(relationship: FoundByKeys) {
  return relationship.kind === 'junction' ? relationship.junction.name : relationship.constraint
}

function describe(origin: Relation, relationship: FoundByKeys) {
  if (relationship.kind === 'junction') {
    const { junction, here, there } = relationship
    return `${junction.name} using ${written(here.constraint, here.columns)} and ${written(there.constraint, there.columns)}`
  }
  const { constraint, from, to, target } = relationship
  return `${constraint} using ${written(origin.name, from)} and ${written(target.name, to)}`
}

function written(name: string, columns: string[]) {
  return `${name}(${columns.join(', ')})`
}

const cardinalities = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many']

/** Always the same, however the catalog lists them. */
function inOrder(one: FoundByKeys, other: FoundByKeys) {
  const byCardinality =
    cardinalities.indexOf(one.cardinality) - cardinalities.indexOf(other.cardinality)
  return byCardinality || (sortKey(one) < sortKey(other) ? -1 : 1)
}

function sortKey(relationship: FoundByKeys) {
  const { from, to } = relationship
  const words =
    relationship.kind === 'junction'
      ? [relationship.here.constraint, relationship.there.constraint]
      : []
  return [hintFor(relationship), ...words, ...from, ...to].join('\0')
}
