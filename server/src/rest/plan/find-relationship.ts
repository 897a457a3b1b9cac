// Which relationship an embed means, by the name of the other relation, of the constraint, of the column or of the
// function, with a hint where these mean several.
import type { SelectedEmbed } from '../parse/query.ts'
import type { KeyRelationship, Relation, Relationship, Schema } from '../schema/schema.ts'
import { noRelationship, severalRelationships } from './relationship-refusals.ts'

type Named = Pick<SelectedEmbed, 'name' | 'hint'>

export function findRelationship(
  origin: Relation,
  embed: Named,
  schema: Schema | undefined,
): Relationship {
  const candidates = origin.relationships
    .filter(({ target }) => target.schema === origin.schema)
    .filter((relationship) => isMeant(relationship, embed, origin))
  const [found, ...others] = candidates
  if (!found) throw noRelationship(origin, embed, schema)
  if (others.length > 0) throw severalRelationships(origin, embed.name, candidates)
  return found
}

function isMeant(relationship: Relationship, { name, hint }: Named, origin: Relation) {
  if (relationship.kind === 'computed') return relationship.name === name
  if (relationship.target === origin) return isMeantOfItself(relationship, { name, hint })
  if (hint === undefined) return relationship.target.name === name || isNamed(relationship, name)
  return relationship.target.name === name && isHinted(relationship, hint)
}

/** A constraint or a column means the table that it refers to, not the views that show the same. */
function isNamed(relationship: Relationship, name: string) {
  if (relationship.kind !== 'key' || relationship.target.kind !== 'table') return false
  const { constraint, from } = relationship
  return constraint === name || isOnly(from, name)
}

function isHinted(relationship: Relationship, hint: string) {
  if (relationship.kind === 'computed') return false
  if (relationship.kind === 'junction') return relationship.junction.name === hint
  const { constraint, from, to } = relationship
  return constraint === hint || isOnly(from, hint) || isOnly(to, hint)
}

/**
 * Of a relation with itself, its name means those that refer to a row, and the column the one that it refers to. The
 * constraint has both sides, so it names neither, as the original has it; only where no column alone could is it taken.
 */
function isMeantOfItself(relationship: Relationship, { name, hint }: Named) {
  if (relationship.kind !== 'key') return false
  const { hasKeyHere, target } = relationship
  if (hasKeyHere) return hint === undefined && target.name !== name && goesBy(relationship, name)
  return target.name === name && (hint === undefined || goesBy(relationship, hint))
}

function goesBy({ constraint, from, to, hasKeyHere }: KeyRelationship, word: string) {
  const columns = hasKeyHere ? from : to
  return columns.length === 1 ? columns[0] === word : constraint === word
}

function isOnly(columns: string[], name: string) {
  return columns.length === 1 && columns[0] === name
}
