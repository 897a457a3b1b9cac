import type { ForeignKeyRow, RelationRow } from './catalog-queries.ts'
import type { JunctionRelationship, KeyRelationship, Relation } from './schema.ts'
import { type ViewColumnOrigin, viewColumnOrigins } from './view-columns.ts'

// How relations hang together: by foreign keys, and through views that show the columns of one.

export interface KnownRelation {
  row: RelationRow
  relation: Relation
}

/** A relation that shows the columns of a table, under names of its own. */
interface RelationColumns {
  relation: Relation
  names: string[]
}

/** A column that is shown: where, and which one it is there. */
interface ViewColumn {
  row: RelationRow
  column: number
}

type ColumnSource = Omit<ViewColumnOrigin, 'viewColumn'>

type ViewColumns = Map<string, ViewColumn[]>

export function addKeyRelationships(known: Map<number, KnownRelation>, keys: ForeignKeyRow[]) {
  const shown = findViewColumns([...known.values()].map(({ row }) => row))
  const showings = (id: number, columns: number[]) =>
    relationsWithColumns(known, shown, id, columns)
  for (const key of keys) {
    const isUnique = hasKey(known.get(key.from_id)?.row, key.from_columns)
    for (const here of showings(key.from_id, key.from_columns)) {
      for (const there of showings(key.to_id, key.to_columns))
        addBothDirections(key.name, here, there, isUnique)
    }
  }
  inheritPrimaryKeys(known, shown)
}

function addBothDirections(
  constraint: string,
  here: RelationColumns,
  there: RelationColumns,
  isUnique: boolean,
) {
  const forth: KeyRelationship = {
    kind: 'key',
    constraint,
    cardinality: isUnique ? 'one-to-one' : 'many-to-one',
    from: here.names,
    to: there.names,
    hasKeyHere: true,
    target: there.relation,
  }
  const back: KeyRelationship = {
    kind: 'key',
    constraint,
    cardinality: isUnique ? 'one-to-one' : 'one-to-many',
    from: there.names,
    to: here.names,
    hasKeyHere: false,
    target: here.relation,
  }
  here.relation.relationships.push(forth)
  there.relation.relationships.push(back)
}

function hasKey(row: RelationRow | undefined, columns: number[]) {
  return row?.keys.some((key) => isSameSet(key.columns, columns)) ?? false
}

function isSameSet(one: number[], other: number[]) {
  return one.length === other.length && one.every((value) => other.includes(value))
}

/** The rows of a view are told apart by the keys of all tables that it shows. */
function inheritPrimaryKeys(known: Map<number, KnownRelation>, shown: ViewColumns) {
  for (const { row } of known.values()) {
    const primary = row.keys.find(({ isPrimary }) => isPrimary)
    if (!primary) continue
    const showings = relationsWithColumns(known, shown, row.id, primary.columns)
    // A key that is shown twice, under several names, goes by the first.
    const names = new Map(showings.toReversed().map((one) => [one.relation, one.names]))
    for (const [relation, key] of names) {
      if (relation.kind === 'view') relation.primaryKey.push(...key)
    }
  }
}

/** The relation itself and every view that shows all of these columns; only exposed ones count. */
function relationsWithColumns(
  known: Map<number, KnownRelation>,
  shown: ViewColumns,
  id: number,
  columns: number[],
): RelationColumns[] {
  const itself = known.get(id)
  if (!itself) return []
  const places = columns.map((column) => [
    { row: itself.row, column },
    ...(shown.get(columnKey(id, column)) ?? []),
  ])
  const rows = new Map(places[0]?.map(({ row }) => [row.id, row]))
  return [...rows.values()].flatMap((row) => {
    const relation = row.isExposed ? known.get(row.id)?.relation : undefined
    const names = places.map((here) => namesIn(row, here))
    return relation ? combinations(names).map((chosen) => ({ relation, names: chosen })) : []
  })
}

/** A view may show a column twice, under names of its own. */
function namesIn(row: RelationRow, places: ViewColumn[]) {
  return places.filter((place) => place.row === row).flatMap(({ column }) => nameOf(row, column))
}

function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((begun) => list.map((name) => [...begun, name])),
    [[]],
  )
}

function nameOf(row: RelationRow, number: number) {
  return row.columns.filter((column) => column.number === number).map(({ name }) => name)
}

/** By table and column: the columns of views that show it, also through other views. */
function findViewColumns(rows: RelationRow[]): ViewColumns {
  const origins = new Map(rows.map((row) => [row.id, row.rule ? viewColumnOrigins(row.rule) : []]))
  const shown: ViewColumns = new Map()
  for (const row of rows) {
    for (const { viewColumn, ...direct } of origins.get(row.id) ?? []) {
      for (const { relationId, column } of sourceChain(direct, origins)) {
        const places = shown.get(columnKey(relationId, column)) ?? []
        shown.set(columnKey(relationId, column), [...places, { row, column: viewColumn }])
      }
    }
  }
  return shown
}

/** What a column shows, what that shows in turn, and so on; a view that was replaced may show itself. */
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

// Relations of which many belong to many: a third one refers to both, and its key is made of these references.

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
