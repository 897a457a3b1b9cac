// Reads the catalog into a schema cache.
import { z } from 'zod'
import type { Pool } from '../../database/database.ts'
import { readCatalog } from '../../database/catalog-reader.ts'
import {
  foreignKeysQuery,
  relationsQuery,
  rolesQuery,
  routinesQuery,
  typesQuery,
} from './queries.ts'
import { connect, type KnownRelation } from './relationships.ts'
import { computedFor, routineFrom } from './routines.ts'
import {
  foreignKeyRow,
  type RelationRow,
  relationRow,
  roleRow,
  type RoutineRow,
  routineRow,
  typeRow,
} from './rows.ts'
import type { Relation, Schema, SchemaCache } from './schema.ts'

export async function loadSchemaCache(pool: Pool, exposed: string[]): Promise<SchemaCache> {
  const [relations, keys, routines, types, roles] = await readCatalog(pool, [
    { text: relationsQuery, values: [exposed] },
    { text: foreignKeysQuery, values: [] },
    { text: routinesQuery, values: [exposed] },
    { text: typesQuery, values: [exposed] },
    { text: rolesQuery, values: [] },
  ])
  const relationRows = z.array(relationRow).parse(relations)
  const routineRows = z.array(routineRow).parse(routines)
  const known = new Map(relationRows.map((row) => [row.id, { row, relation: relationFrom(row) }]))
  connect(known, z.array(foreignKeyRow).parse(keys))
  addComputedColumns(routineRows, known)
  return {
    schemas: new Map(exposed.map((name) => [name, schemaOf(name, known, routineRows)])),
    types: namesOfTypes(z.array(typeRow).parse(types)),
    roles: new Set(
      z
        .array(roleRow)
        .parse(roles)
        .map(({ name }) => name),
    ),
  }
}

function relationFrom({ schema, name, kind, columns, keys }: RelationRow): Relation {
  const primary = keys.find(({ isPrimary }) => isPrimary)?.columns ?? []
  return {
    schema,
    name,
    kind,
    columns: new Map(
      columns.map((column) => [
        column.name,
        { name: column.name, type: column.type, default: column.default ?? undefined },
      ]),
    ),
    computed: new Map(),
    primaryKey: columns
      .filter(({ number }) => primary.includes(number))
      .map((column) => column.name),
    relationships: [],
  }
}

function addComputedColumns(rows: RoutineRow[], known: Map<number, KnownRelation>) {
  for (const row of rows) {
    const relation = computedFor(row, known)
    if (relation && !relation.columns.has(row.name)) relation.computed.set(row.name, row.schema)
  }
}

function schemaOf(
  name: string,
  known: Map<number, KnownRelation>,
  routineRows: RoutineRow[],
): Schema {
  const relations = [...known.values()].filter(({ row }) => row.isExposed && row.schema === name)
  const routines = routineRows.filter(({ schema }) => schema === name)
  return {
    relations: new Map(relations.map(({ relation }) => [relation.name, relation])),
    routines: Map.groupBy(
      routines.map((row) => routineFrom(row, known)),
      (routine) => routine.name,
    ),
  }
}

/** A type goes by its own name (int4) and by the one that people use (integer). */
function namesOfTypes(rows: z.infer<typeof typeRow>[]) {
  return new Map(
    rows.flatMap(({ name, spoken, written }) => [
      [spoken, written],
      [name, written],
    ]),
  )
}
