// Which relationship an embed means, by the name of the other relation, of the constraint or of the column.
import { RestError } from '../errors.ts'
import type { SelectedEmbed } from '../parse/query.ts'
import type { Relation, Relationship } from '../schema/schema.ts'
import { closest } from './suggest.ts'

export function findRelationship(origin: Relation, embed: SelectedEmbed): Relationship {
  const { name, hint } = embed
  const candidates = origin.relationships
    .filter(({ target }) => target.schema === origin.schema)
    .filter((relationship) => goesBy(relationship, name))
    .filter((relationship) => hint === undefined || isHinted(relationship, hint, origin))
  const [found, ...others] = candidates
  if (!found) throw noRelationship(origin, embed)
  if (others.length > 0) throw severalRelationships(origin, name, candidates)
  return found
}

/** A constraint or a column means the table that it refers to, not the views that show the same. */
function goesBy({ target, constraint, from, hasKeyHere }: Relationship, name: string) {
  if (target.name === name) return true
  return target.kind === 'table' && (constraint === name || (hasKeyHere && isOnly(from, name)))
}

function isHinted(
  { constraint, from, to, hasKeyHere, target }: Relationship,
  hint: string,
  origin: Relation,
) {
  if (constraint === hint) return true
  // Of a relation with itself, the column means those that refer to a row.
  if (target === origin) return !hasKeyHere && isOnly(to, hint)
  return isOnly(hasKeyHere ? from : to, hint)
}

function isOnly(columns: string[], name: string) {
  return columns.length === 1 && columns[0] === name
}

function noRelationship(origin: Relation, { name, hint }: SelectedEmbed) {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  const meant = closest(
    name,
    origin.relationships.map(({ target }) => target.name),
    0.5,
  )
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin.name}' and '${name}'${using} ` +
        `in the schema '${origin.schema}', but no matches were found.`,
      hint: meant === undefined ? undefined : `Perhaps you meant '${meant}' instead of '${name}'.`,
    },
  )
}

function severalRelationships(origin: Relation, name: string, candidates: Relationship[]) {
  const choices = candidates.map(({ target, constraint }) => `'${target.name}!${constraint}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: candidates.map((relationship) => describe(origin, relationship)),
      hint:
        `Try changing '${name}' to one of the following: ${choices.join(', ')}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  )
}

function describe(origin: Relation, { cardinality, constraint, from, to, target }: Relationship) {
  return {
    cardinality,
    embedding: `${origin.name} with ${target.name}`,
    relationship: `${constraint} using ${origin.name}(${from.join(', ')}) and ${target.name}(${to.join(', ')})`,
  }
}
