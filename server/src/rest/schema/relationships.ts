// How relations hang together: by foreign keys, and through views that show the columns of one.
import type { ForeignKeyRow, RelationRow } from './rows.ts'
import type { KeyRelationship, Relation } from './schema.ts'
import { type Origin, originsOf } from './view-columns.ts'

export interface KnownRelation {
  row: RelationRow
  relation: Relation
}

/** A relation that shows the columns of a table, under names of its own. */
interface Showing {
  relation: Relation
  names: string[]
}

/** A column that is shown: where, and which one it is there. */
interface Shown {
  row: RelationRow
  column: number
}

type Source = Omit<Origin, 'viewColumn'>

type ShownColumns = Map<string, Shown[]>

export function connect(known: Map<number, KnownRelation>, keys: ForeignKeyRow[]) {
  const shown = findShownColumns([...known.values()].map(({ row }) => row))
  const showings = (id: number, columns: number[]) => showingsOf(known, shown, id, columns)
  for (const key of keys) {
    const isUnique = hasKey(known.get(key.from_id)?.row, key.from_columns)
    for (const here of showings(key.from_id, key.from_columns)) {
      for (const there of showings(key.to_id, key.to_columns))
        relate(key.name, here, there, isUnique)
    }
  }
  inheritPrimaryKeys(known, shown)
}

function relate(constraint: string, here: Showing, there: Showing, isUnique: boolean) {
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
function inheritPrimaryKeys(known: Map<number, KnownRelation>, shown: ShownColumns) {
  for (const { row } of known.values()) {
    const primary = row.keys.find(({ isPrimary }) => isPrimary)
    if (!primary) continue
    const showings = showingsOf(known, shown, row.id, primary.columns)
    // A key that is shown twice, under several names, goes by the first.
    const names = new Map(showings.toReversed().map((one) => [one.relation, one.names]))
    for (const [relation, key] of names) {
      if (relation.kind === 'view') relation.primaryKey.push(...key)
    }
  }
}

/** The relation itself and every view that shows all of these columns; only exposed ones count. */
function showingsOf(
  known: Map<number, KnownRelation>,
  shown: ShownColumns,
  id: number,
  columns: number[],
): Showing[] {
  const itself = known.get(id)
  if (!itself) return []
  const places = columns.map((column) => [
    { row: itself.row, column },
    ...(shown.get(address(id, column)) ?? []),
  ])
  const rows = new Map(places[0]?.map(({ row }) => [row.id, row]))
  return [...rows.values()].flatMap((row) => {
    const relation = row.isExposed ? known.get(row.id)?.relation : undefined
    const names = places.map((here) => namesIn(row, here))
    return relation ? everyChoice(names).map((chosen) => ({ relation, names: chosen })) : []
  })
}

/** A view may show a column twice, under names of its own. */
function namesIn(row: RelationRow, places: Shown[]) {
  return places.filter((place) => place.row === row).flatMap(({ column }) => nameOf(row, column))
}

function everyChoice(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((begun) => list.map((name) => [...begun, name])),
    [[]],
  )
}

function nameOf(row: RelationRow, number: number) {
  return row.columns.filter((column) => column.number === number).map(({ name }) => name)
}

/** By table and column: the columns of views that show it, also through other views. */
function findShownColumns(rows: RelationRow[]): ShownColumns {
  const origins = new Map(rows.map((row) => [row.id, row.rule ? originsOf(row.rule) : []]))
  const shown: ShownColumns = new Map()
  for (const row of rows) {
    for (const { viewColumn, ...direct } of origins.get(row.id) ?? []) {
      for (const { relationId, column } of chainFrom(direct, origins)) {
        const places = shown.get(address(relationId, column)) ?? []
        shown.set(address(relationId, column), [...places, { row, column: viewColumn }])
      }
    }
  }
  return shown
}

/** What a column shows, what that shows in turn, and so on; a view that was replaced may show itself. */
function chainFrom(first: Source, origins: Map<number, Origin[]>): Source[] {
  const chain = new Map<string, Source>()
  let next: Source | undefined = first
  while (next && !chain.has(address(next.relationId, next.column))) {
    const { relationId, column }: Source = next
    chain.set(address(relationId, column), { relationId, column })
    next = origins.get(relationId)?.find(({ viewColumn }) => viewColumn === column)
  }
  return [...chain.values()]
}

function address(id: number, column: number) {
  return `${id}.${column}`
}
