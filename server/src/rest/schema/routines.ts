// Functions as requests may call them.
import type { KnownRelation } from './relationships.ts'
import type { RoutineRow } from './rows.ts'
import type { Parameter, Relation, Routine, RoutineResult } from './schema.ts'

export function routineFrom(row: RoutineRow, known: Map<number, KnownRelation>): Routine {
  return {
    schema: row.schema,
    name: row.name,
    parameters: parametersOf(row),
    returns: resultOf(row, known),
  }
}

/** The relation whose rows this function adds a computed column to. */
export function computedFor(row: RoutineRow, known: Map<number, KnownRelation>) {
  const [first, ...others] = row.arguments
  const takesRow = first && others.length === 0 && first.relationId > 0
  const givesValue = !row.isSet && !row.isVoid && !row.isRow
  return takesRow && givesValue ? known.get(first.relationId)?.relation : undefined
}

function parametersOf(row: RoutineRow): Parameter[] {
  const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
  const required = inputs.length - row.defaults
  return inputs.map(({ name, type, mode }, index) => ({
    name,
    type,
    isRequired: index < required && mode !== 'v',
    isVariadic: mode === 'v',
  }))
}

function resultOf(row: RoutineRow, known: Map<number, KnownRelation>): RoutineResult {
  const { isSet, isVoid, isRow } = row
  if (isVoid || !isRow) {
    return { kind: isVoid ? 'void' : 'value', isSet, relation: loneRelation(row, [row.name]) }
  }
  const outputs = row.arguments.filter(({ mode }) => 'obt'.includes(mode)).map(({ name }) => name)
  const relation = known.get(row.relationId)?.relation ?? loneRelation(row, outputs)
  return { kind: 'rows', isSet, relation }
}

function loneRelation({ schema, name }: RoutineRow, columns: string[]): Relation {
  const described = columns.map((column) => ({ name: column, type: 'text', default: undefined }))
  return {
    schema,
    name,
    kind: 'view',
    columns: new Map(described.map((column) => [column.name, column])),
    computed: new Map(),
    primaryKey: [],
    relationships: [],
  }
}
