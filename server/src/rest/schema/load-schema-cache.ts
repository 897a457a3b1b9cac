// Reads the catalog into a schema cache.
import { z } from 'zod'
import type { Pool } from '../../postgres/database.ts'
import { readCatalog } from '../../postgres/catalog.ts'
import {
  foreignKeyRow,
  foreignKeysQuery,
  mediaHandlerRow,
  mediaHandlersQuery,
  namedRow,
  relationRow,
  type RelationRow,
  relationsQuery,
  roleRow,
  rolesQuery,
  routineRow,
  type RoutineRow,
  routinesQuery,
  timeZonesQuery,
  typeRow,
  typesQuery,
} from './catalog-queries.ts'
import {
  addKeyRelationships,
  addJunctionRelationships,
  type KnownRelation,
} from './relationships.ts'
import { addComputedField, isCallable, routineFrom } from './routines.ts'
import type { MediaHandler, Relation, Schema, SchemaCache } from './schema.ts'

/** @param searchPath  Schemas that are not exposed, but whose views an exposed view may read. */
export async function loadSchemaCache(
  pool: Pool,
  exposed: string[],
  searchPath: string[] = [],
): Promise<SchemaCache> {
  const [relations, keys, routines, types, roles, handlers, timeZones] = await readCatalog(pool, [
    { text: relationsQuery, values: [exposed, searchPath] },
    { text: foreignKeysQuery, values: [] },
    { text: routinesQuery, values: [exposed] },
    { text: typesQuery, values: [exposed] },
    { text: rolesQuery, values: [] },
    { text: mediaHandlersQuery, values: [exposed] },
    { text: timeZonesQuery, values: [] },
  ])
  const relationRows = z.array(relationRow).parse(relations)
  const routineRows = z.array(routineRow).parse(routines)
  const known = new Map(relationRows.map((row) => [row.id, { row, relation: relationFrom(row) }]))
  addKeyRelationships(known, z.array(foreignKeyRow).parse(keys))
  addJunctionRelationships([...known.values()].map(({ relation }) => relation))
  const inOrder = routineRows.toSorted(
    (one, other) => exposed.indexOf(one.schema) - exposed.indexOf(other.schema),
  )
  for (const row of inOrder) addComputedField(row, known)
  const knownRoles = z.array(roleRow).parse(roles)
  const { allowed = [], forbidden = [] } = Object.groupBy(knownRoles, ({ isAllowed }) =>
    isAllowed ? 'allowed' : 'forbidden',
  )
  return {
    schemas: new Map(exposed.map((name) => [name, schemaOf(name, known, routineRows)])),
    types: typeNames(z.array(typeRow).parse(types)),
    mediaHandlers: mediaHandlersFrom(z.array(mediaHandlerRow).parse(handlers), known),
    roles: nameSet(allowed),
    forbiddenRoles: nameSet(forbidden),
    rolesSeeingAllRows: nameSet(knownRoles.filter(({ seesAllRows }) => seesAllRows)),
    timeZones: nameSet(timeZones),
  }
}

function relationFrom(row: RelationRow): Relation {
  const { schema, name, kind, columns, keys, mayHideRows, events } = row
  const primary = keys.find(({ isPrimary }) => isPrimary)?.columns ?? []
  return {
    schema,
    name,
    kind,
    columns: new Map(
      columns.map((column) => [
        column.name,
        {
          name: column.name,
          type: column.type,
          default: column.default ?? undefined,
          isVector: column.isVector,
          toJsonFunction: column.toJsonFunction ?? undefined,
          fromTextFunction: column.fromTextFunction ?? undefined,
          fromJsonFunction: column.fromJsonFunction ?? undefined,
        },
      ]),
    ),
    computed: new Map(),
    primaryKey: columns
      .filter(({ number }) => primary.includes(number))
      .map((column) => column.name),
    mayHideRows,
    relationships: [],
    allows: {
      insert: (events & 8) !== 0,
      update: (events & 4) !== 0,
      delete: (events & 16) !== 0,
    },
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
      routines
        .map((row) => routineFrom(row, known))
        .filter(({ parameters }) => isCallable(parameters)),
      (routine) => routine.name,
    ),
  }
}

function mediaHandlersFrom(
  rows: z.infer<typeof mediaHandlerRow>[],
  known: Map<number, KnownRelation>,
): MediaHandler[] {
  return rows.map(({ schema, name, type, isBytes, relationId }) => ({
    schema,
    name,
    type,
    isBytes,
    relation: known.get(relationId)?.relation,
  }))
}

function nameSet(rows: unknown) {
  return new Set(
    z
      .array(namedRow)
      .parse(rows)
      .map(({ name }) => name),
  )
}

/** Maps the catalog name (int4) and the SQL name (integer) of each type to its qualified name. */
function typeNames(rows: z.infer<typeof typeRow>[]) {
  return new Map(
    rows.flatMap(({ name, spoken, written }) => [
      [spoken, written],
      [name, written],
    ]),
  )
}
