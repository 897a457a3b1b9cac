// Finds relationships by foreign keys, by junctions, and by views that contain key columns.
import type { ForeignKeyRow, RelationRow } from './catalog-queries.ts'
import type { JunctionRelationship, KeyRelationship, Relation } from './schema.ts'
import { type ViewColumnOrigin, viewColumnOrigins } from './view-columns.ts'

export interface KnownRelation {
  row: RelationRow
  relation: Relation
}

/** A relation that contains the given columns of a table, and the names that these columns have in the relation. */
interface RelationColumns {
  relation: Relation
  names: string[]
}

interface ViewColumn {
  row: RelationRow
  column: number
}

type ColumnSource = Omit<ViewColumnOrigin, 'viewColumn'>

type ViewColumns = Map<string, ViewColumn[]>

export function addKeyRelationships(known: Map<number, KnownRelation>, keys: ForeignKeyRow[]) {
  const viewColumns = findViewColumns([...known.values()].map(({ row }) => row))
  const columnsIn = (id: number, columns: number[]) =>
    relationsWithColumns(known, viewColumns, id, columns)
  for (const key of keys) {
    const isUnique = hasKey(known.get(key.from_id)?.row, key.from_columns)
    for (const here of columnsIn(key.from_id, key.from_columns)) {
      for (const there of columnsIn(key.to_id, key.to_columns))
        addBothDirections(key.name, here, there, isUnique)
    }
  }
  inheritPrimaryKeys(known, viewColumns)
}

function addBothDirections(
  constraint: string,
  here: RelationColumns,
  there: RelationColumns,
  isUnique: boolean,
) {
  const forward: KeyRelationship = {
    kind: 'key',
    constraint,
    cardinality: isUnique ? 'one-to-one' : 'many-to-one',
    from: here.names,
    to: there.names,
    hasKeyHere: true,
    target: there.relation,
  }
  const backward: KeyRelationship = {
    kind: 'key',
    constraint,
    cardinality: isUnique ? 'one-to-one' : 'one-to-many',
    from: there.names,
    to: here.names,
    hasKeyHere: false,
    target: here.relation,
  }
  here.relation.relationships.push(forward)
  there.relation.relationships.push(backward)
}

function hasKey(row: RelationRow | undefined, columns: number[]) {
  return row?.keys.some((key) => isSameSet(key.columns, columns)) ?? false
}

function isSameSet(one: number[], other: number[]) {
  return one.length === other.length && one.every((value) => other.includes(value))
}

/** Gives each view a primary key: the primary keys of all tables whose key columns are in the view. */
function inheritPrimaryKeys(known: Map<number, KnownRelation>, viewColumns: ViewColumns) {
  for (const { row } of known.values()) {
    const primary = row.keys.find(({ isPrimary }) => isPrimary)
    if (!primary) continue
    const found = relationsWithColumns(known, viewColumns, row.id, primary.columns)
    // If a view contains a key twice, the first occurrence is used.
    const names = new Map(found.toReversed().map((one) => [one.relation, one.names]))
    for (const [relation, key] of names) {
      if (relation.kind === 'view') relation.primaryKey.push(...key)
    }
  }
}

/** Returns the exposed relations that contain all given columns: the relation itself and views. */
function relationsWithColumns(
  known: Map<number, KnownRelation>,
  viewColumns: ViewColumns,
  id: number,
  columns: number[],
): RelationColumns[] {
  const own = known.get(id)
  if (!own) return []
  const locations = columns.map((column) => [
    { row: own.row, column },
    ...(viewColumns.get(columnKey(id, column)) ?? []),
  ])
  const rows = new Map(locations[0]?.map(({ row }) => [row.id, row]))
  return [...rows.values()].flatMap((row) => {
    const relation = row.isExposed ? known.get(row.id)?.relation : undefined
    const names = locations.map((here) => namesIn(row, here))
    return relation
      ? combinations(names).map((combination) => ({ relation, names: combination }))
      : []
  })
}

/** Returns the names of a column in a view, which may contain the column several times. */
function namesIn(row: RelationRow, locations: ViewColumn[]) {
  return locations
    .filter((location) => location.row === row)
    .flatMap(({ column }) => nameOf(row, column))
}

function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (prefixes, list) => prefixes.flatMap((prefix) => list.map((name) => [...prefix, name])),
    [[]],
  )
}

function nameOf(row: RelationRow, number: number) {
  return row.columns.filter((column) => column.number === number).map(({ name }) => name)
}

/** Maps each columnKey() to the view columns that show the column, directly or through other views. */
function findViewColumns(rows: RelationRow[]): ViewColumns {
  const origins = new Map(rows.map((row) => [row.id, row.rule ? viewColumnOrigins(row.rule) : []]))
  const viewColumns: ViewColumns = new Map()
  for (const row of rows) {
    for (const { viewColumn, ...direct } of origins.get(row.id) ?? []) {
      for (const { relationId, column } of sourceChain(direct, origins)) {
        const locations = viewColumns.get(columnKey(relationId, column)) ?? []
        viewColumns.set(columnKey(relationId, column), [...locations, { row, column: viewColumn }])
      }
    }
  }
  return viewColumns
}

/** Follows a view column to its sources. A view can read from itself after `create or replace view`. */
function sourceChain(
  first: ColumnSource,
  origins: Map<number, ViewColumnOrigin[]>,
): ColumnSource[] {
  const chain = new Map<string, ColumnSource>()
  let next: ColumnSource | undefined = first
  while (next && !chain.has(columnKey(next.relationId, next.column))) {
    const { relationId, column }: ColumnSource = next
    chain.set(columnKey(relationId, column), { relationId, column })
    next = origins.get(relationId)?.find(({ viewColumn }) => viewColumn === column)
  }
  return [...chain.values()]
}

function columnKey(id: number, column: number) {
  return `${id}.${column}`
}

/** Adds the relationships through junctions, whose primary keys contain references to two relations. */
export function addJunctionRelationships(relations: Relation[]) {
  for (const junction of relations) {
    const references = referencesOf(junction)
    for (const here of references) {
      for (const there of references) {
        const joined = junctionRelationship(junction, here, there)
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

function junctionRelationship(
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
