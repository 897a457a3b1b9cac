// Converts catalog rows to callable functions, computed columns and computed relationships.
import type { KnownRelation } from './relationships.ts'
import type { RoutineRow } from './catalog-queries.ts'
import type { ComputedRelationship, Parameter, Relation, Routine, RoutineResult } from './schema.ts'

export function routineFrom(row: RoutineRow, known: Map<number, KnownRelation>): Routine {
  return {
    schema: row.schema,
    name: row.name,
    parameters: parametersOf(row),
    returns: resultOf(row, known),
    isVolatile: row.isVolatile,
  }
}

/** Returns whether requests can call the function. An unnamed parameter receives the whole body. */
export function isCallable(parameters: { name: string; type: string }[]) {
  const unnamed = parameters.filter(({ name }) => name === '')
  return (
    unnamed.length === 0 ||
    (unnamed.length === 1 && unnamed.every(({ type }) => bodyTypes.has(type)))
  )
}

const bodyTypes = new Set(['bytea', 'json', 'jsonb', 'text', 'xml'])

/** Adds a computed column or a computed relationship for a function that takes a row. */
export function addComputedField(row: RoutineRow, known: Map<number, KnownRelation>) {
  const [first, ...others] = row.arguments
  const relation = first && others.length === 0 ? known.get(first.relationId)?.relation : undefined
  if (!relation) return
  const { schema, name, isSet, isVoid, isRow, isOneRow } = row
  const target = known.get(row.relationId)
  if (target?.row.isExposed) {
    const isToOne = !isSet || isOneRow
    addComputedRelationship(relation, {
      kind: 'computed',
      schema,
      name,
      isToOne,
      target: target.relation,
    })
  } else if (!isSet && !isVoid && !isRow && !relation.columns.has(name)) {
    if (takesPrecedence(schema, relation, relation.computed.get(name)))
      relation.computed.set(name, schema)
  }
}

/** A function in the relation's schema replaces a function of the same name in another schema. */
function takesPrecedence(schema: string, relation: Relation, other: string | undefined) {
  return other === undefined || schema === relation.schema
}

/**
 * Adds a computed relationship, which replaces key and junction relationships to a relation of the same schema and
 * name.
 */
function addComputedRelationship(relation: Relation, computed: ComputedRelationship) {
  const { schema, name, target } = computed
  const namesake = relation.relationships
    .filter((other) => other.kind === 'computed')
    .find((other) => other.name === name && other.target.schema === target.schema)
  if (!takesPrecedence(schema, relation, namesake?.schema)) return
  const others = relation.relationships.filter(
    (other) =>
      other !== namesake &&
      (other.kind === 'computed' || other.target.name !== name || other.target.schema !== schema),
  )
  relation.relationships = [...others, computed]
}

function parametersOf(row: RoutineRow): Parameter[] {
  const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
  const required = inputs.length - row.defaults
  return inputs.map(({ name, type, mode }, index) => ({
    name,
    type: withoutLength(type),
    isRequired: index < required && mode !== 'v',
    isVariadic: mode === 'v',
  }))
}

/**
 * PostgreSQL does not store the length of a parameter. Without a length, `character` and `bit` would accept only one
 * character or bit.
 */
function withoutLength(type: string) {
  return type.replace(/^(?:character|bit)(?=$|\[)/u, '$& varying')
}

function resultOf(row: RoutineRow, known: Map<number, KnownRelation>): RoutineResult {
  const { isSet, isVoid, isRow, isUntyped, isBytes, mediaType } = row
  const media = mediaType === null ? undefined : { type: mediaType, isBytes }
  if (isVoid || !isRow) {
    const kind = isVoid ? 'void' : 'value'
    return { kind, isSet, isUntyped, relation: standaloneRelation(row, [row.name]), media }
  }
  const outputs = row.arguments.filter(({ mode }) => 'obt'.includes(mode)).map(({ name }) => name)
  const relation = known.get(row.relationId)?.relation ?? standaloneRelation(row, outputs)
  return { kind: 'rows', isSet, isUntyped, relation, media: undefined }
}

function standaloneRelation({ schema, name }: RoutineRow, columns: string[]): Relation {
  const described = columns.map((column) => ({
    name: column,
    type: 'text',
    default: undefined,
    isVector: false,
    toJsonFunction: undefined,
    fromTextFunction: undefined,
    fromJsonFunction: undefined,
  }))
  return {
    schema,
    name,
    kind: 'view',
    columns: new Map(described.map((column) => [column.name, column])),
    computed: new Map(),
    primaryKey: [],
    mayHideRows: true,
    relationships: [],
    allows: { insert: false, update: false, delete: false },
  }
}
