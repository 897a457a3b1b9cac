// Finds the relationship for an embed, which may name a relation, a constraint, a column or a function.
import type { SelectedEmbed } from '../parse/query.ts'
import type {
  JunctionRelationship,
  KeyRelationship,
  Relation,
  Relationship,
  Schema,
} from '../schema/schema.ts'
import { RestError } from '../errors.ts'
import { closestName } from './suggest.ts'

type EmbedName = Pick<SelectedEmbed, 'name' | 'hint'>

export function findRelationship(
  origin: Relation,
  embed: EmbedName,
  schema: Schema | undefined,
): Relationship {
  const candidates = origin.relationships
    .filter(({ target }) => target.schema === origin.schema)
    .filter((relationship) => matches(relationship, embed, origin))
  const [found, ...others] = candidates
  if (!found) throw noRelationship(origin, embed, schema)
  if (others.length > 0) throw ambiguousRelationships(origin, embed.name, candidates)
  return found
}

function matches(relationship: Relationship, { name, hint }: EmbedName, origin: Relation) {
  if (relationship.kind === 'computed') return relationship.name === name
  if (relationship.target === origin) return matchesSelf(relationship, { name, hint })
  if (hint === undefined)
    return relationship.target.name === name || matchesName(relationship, name)
  return relationship.target.name === name && matchesHint(relationship, hint)
}

/** Matches the relationship's constraint or its only column. Views never match. */
function matchesName(relationship: Relationship, name: string) {
  if (relationship.kind !== 'key' || relationship.target.kind !== 'table') return false
  const { constraint, from } = relationship
  return constraint === name || isOnlyColumn(from, name)
}

function matchesHint(relationship: Relationship, hint: string) {
  if (relationship.kind === 'computed') return false
  if (relationship.kind === 'junction') return relationship.junction.name === hint
  const { constraint, from, to } = relationship
  return constraint === hint || isOnlyColumn(from, hint) || isOnlyColumn(to, hint)
}

/**
 * Matches a relationship from a relation to itself. The relation's name selects the referring rows, and the column's
 * name selects the referenced row.
 */
function matchesSelf(relationship: Relationship, { name, hint }: EmbedName) {
  if (relationship.kind !== 'key') return false
  const { hasKeyHere, target } = relationship
  if (hasKeyHere)
    return (
      hint === undefined && target.name !== name && matchesColumnOrConstraint(relationship, name)
    )
  return (
    target.name === name && (hint === undefined || matchesColumnOrConstraint(relationship, hint))
  )
}

function matchesColumnOrConstraint(
  { constraint, from, to, hasKeyHere }: KeyRelationship,
  word: string,
) {
  const columns = hasKeyHere ? from : to
  return columns.length === 1 ? columns[0] === word : constraint === word
}

function isOnlyColumn(columns: string[], name: string) {
  return columns.length === 1 && columns[0] === name
}

type KeyedRelationship = KeyRelationship | JunctionRelationship

function noRelationship(
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

/** Suggests a similar name for the embed, or for an origin without relationships. */
function suggestion(origin: Relation, name: string, schema: Schema | undefined) {
  const targets = origin.relationships.map(({ target }) => target.name)
  if (targets.includes(name)) return undefined
  if (targets.length > 0) return perhapsYouMeant(name, closestName(name, targets, 0.5))
  const related = [...(schema?.relations.values() ?? [])]
    .filter(({ relationships }) => relationships.length > 0)
    .map((relation) => relation.name)
  return perhapsYouMeant(origin.name, closestName(origin.name, related, 0.5))
}

function perhapsYouMeant(name: string, suggested: string | undefined) {
  return suggested === undefined
    ? undefined
    : `Perhaps you meant '${suggested}' instead of '${name}'.`
}

function ambiguousRelationships(origin: Relation, name: string, candidates: Relationship[]) {
  const keyed = candidates
    .filter((candidate) => candidate.kind !== 'computed')
    .toSorted(compareRelationships)
  const choices = keyed.map((candidate) => `'${candidate.target.name}!${hintFor(candidate)}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: keyed.map((candidate) => ({
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

function hintFor(relationship: KeyedRelationship) {
  return relationship.kind === 'junction' ? relationship.junction.name : relationship.constraint
}

function describe(origin: Relation, relationship: KeyedRelationship) {
  if (relationship.kind === 'junction') {
    const { junction, here, there } = relationship
    return `${junction.name} using ${columnList(here.constraint, here.columns)} and ${columnList(there.constraint, there.columns)}`
  }
  const { constraint, from, to, target } = relationship
  return `${constraint} using ${columnList(origin.name, from)} and ${columnList(target.name, to)}`
}

function columnList(name: string, columns: string[]) {
  return `${name}(${columns.join(', ')})`
}

const cardinalities = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many']

/** Compares relationships, so that an error lists them in a fixed order. */
function compareRelationships(one: KeyedRelationship, other: KeyedRelationship) {
  const byCardinality =
    cardinalities.indexOf(one.cardinality) - cardinalities.indexOf(other.cardinality)
  return byCardinality || (sortKey(one) < sortKey(other) ? -1 : 1)
}

function sortKey(relationship: KeyedRelationship) {
  const { from, to } = relationship
  const constraints =
    relationship.kind === 'junction'
      ? [relationship.here.constraint, relationship.there.constraint]
      : []
  return [hintFor(relationship), ...constraints, ...from, ...to].join('\0')
}
