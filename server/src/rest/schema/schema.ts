// Defines the types of the schema cache, which contains the relations and functions that requests may use.
export interface Column {
  name: string
  /** The type as in a column definition, such as numeric(10,2) or "public"."mood". */
  type: string
  /** The default value as an SQL expression. */
  default: string | undefined
  /** True if the column is a tsvector, which a full-text search can use directly. */
  isVector: boolean
  /** The SQL names of the functions that convert a domain to JSON, from text and from JSON. */
  toJsonFunction: string | undefined
  fromTextFunction: string | undefined
  fromJsonFunction: string | undefined
}

/** A connection between the rows of two relations. */
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

/** A relationship that follows a foreign key in one of its two directions. */
export interface KeyRelationship {
  kind: 'key'
  constraint: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  from: string[]
  to: string[]
  /** True if this relation has the foreign key, which a one-to-one cardinality does not tell. */
  hasKeyHere: boolean
  target: Relation
}

/** A relationship through a junction, which is a relation whose primary key contains references to both sides. */
export interface JunctionRelationship {
  kind: 'junction'
  cardinality: 'many-to-many'
  junction: Relation
  here: JunctionSide
  there: JunctionSide
  from: string[]
  to: string[]
  target: Relation
}

interface JunctionSide {
  constraint: string
  /** The columns of the junction's foreign key to this side. */
  columns: string[]
}

/** A relationship that is defined by a function, which takes a row and returns rows of another relation. */
export interface ComputedRelationship {
  kind: 'computed'
  schema: string
  name: string
  isToOne: boolean
  target: Relation
}

export function isToOne(relationship: Relationship) {
  return relationship.kind === 'computed'
    ? relationship.isToOne
    : relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

export interface Relation {
  schema: string
  name: string
  kind: 'table' | 'view'
  columns: Map<string, Column>
  /** Maps the name of each computed column to the schema of its function. */
  computed: Map<string, string>
  primaryKey: string[]
  /**
   * True if row security is on for the table, or if the relation is a view that is not materialized. A client may then
   * see only some of the rows.
   */
  mayHideRows: boolean
  relationships: Relationship[]
  /** The writes that the relation supports, regardless of the client's rights. */
  allows: { insert: boolean; update: boolean; delete: boolean }
}

export interface Parameter {
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface Routine {
  schema: string
  name: string
  parameters: Parameter[]
  returns: RoutineResult
  /** True if the function is declared volatile, so it may change data. */
  isVolatile: boolean
}

/** The property `relation` is a known table or view, or describes only the rows of this function. */
export interface RoutineResult {
  kind: 'void' | 'value' | 'rows'
  isSet: boolean
  /** True if the result is a record, whose columns are unknown before the call. */
  isUntyped: boolean
  relation: Relation
  /** Defined if the result type is named after a media type, such as text/html. */
  media: { type: string; isBytes: boolean } | undefined
}

/** An aggregate that converts rows to a response body, for one relation or for any relation. */
export interface MediaHandler {
  schema: string
  name: string
  type: string
  isBytes: boolean
  relation: Relation | undefined
}

export interface Schema {
  relations: Map<string, Relation>
  /** Functions by name, which several functions may share. */
  routines: Map<string, Routine[]>
}

export const emptySchema: Schema = { relations: new Map(), routines: new Map() }

export interface SchemaCache {
  schemas: Map<string, Schema>
  /** The types that a cast may use, with their names in SQL. */
  types: Map<string, string>
  mediaHandlers: MediaHandler[]
  /** The roles that a request may use. */
  roles: Set<string>
  /** The roles that exist, but that a request may not use. */
  forbiddenRoles: Set<string>
  /** The roles that bypass row security. */
  rolesSeeingAllRows: Set<string>
  /** The names of time zones, in lower case. */
  timeZones: Set<string>
}
