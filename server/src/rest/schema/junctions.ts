// Relations of which many belong to many: a third one refers to both, and its key is made of these references.
import type { JunctionRelationship, KeyRelationship, Relation } from './schema.ts'

export function connectByJunctions(relations: Relation[]) {
  for (const junction of relations) {
    const references = referencesOf(junction)
    for (const here of references) {
      for (const there of references) {
        const joined = relationshipBy(junction, here, there)
        if (joined) here.target.relationships.push(joined)
      }
    }
  }
}

function referencesOf({ relationships }: Relation): KeyRelationship[] {
  return relationships.flatMap((relationship) =>
    relationship.kind === 'key' && relationship.cardinality === 'many-to-one' ? [relationship] : [],
  )
}

function relationshipBy(
  junction: Relation,
  here: KeyRelationship,
  there: KeyRelationship,
): JunctionRelationship | undefined {
  if (here.constraint === there.constraint) return undefined
  const columns = [...here.from, ...there.from]
  if (!columns.every((column) => junction.primaryKey.includes(column))) return undefined
  return {
    kind: 'junction',
    cardinality: 'many-to-many',
    junction,
    here: { constraint: here.constraint, columns: here.from },
    there: { constraint: there.constraint, columns: there.from },
    from: here.to,
    to: there.to,
    target: there.target,
  }
}
