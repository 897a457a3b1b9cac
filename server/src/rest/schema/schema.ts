// The schema cache: the relations and functions that requests may use.
export interface Column {
  name: string
  /** As a column definition writes it: numeric(10,2), text[], "public"."mood". */
  type: string
  /** The default value as SQL. */
  default: string | undefined
  /** Whether the column is a tsvector, which a full-text search can use directly. */
  isVector: boolean
  /** Functions that convert a domain to JSON, from text and from JSON, by their names in SQL. */
  toJsonFunction: string | undefined
  fromTextFunction: string | undefined
  fromJsonFunction: string | undefined
}

/** A relationship leads from the rows of one relation to the rows of another. */
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

/** One or more columns of one relation equal as many columns of another. */
export interface KeyRelationship {
  kind: 'key'
  constraint: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  from: string[]
  to: string[]
  /** Whether the foreign key is on this side. A one-to-one relationship does not tell. */
  hasKeyHere: boolean
  target: Relation
}

/** A third relation refers to both, and its primary key contains these references. */
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
  /** The columns of the junction. */
  columns: string[]
}

/** A function takes a row and returns rows of another relation. */
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
  /** The schemas of the functions that compute a value from a row, by function name. */
  computed: Map<string, string>
  primaryKey: string[]
  relationships: Relationship[]
  /** The writes that the relation supports, whatever the client's rights. */
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
  /** Whether the function may change data, so GET cannot call it. */
  isVolatile: boolean
}

/** A result that is not made of a relation's rows gets a relation of its own, without relationships. */
export interface RoutineResult {
  kind: 'void' | 'value' | 'rows'
  isSet: boolean
  /** Whether it is a record, whose columns are unknown before the call. */
  isUntyped: boolean
  relation: Relation
  /** Defined if the type of its value is named after a media type. */
  media: { type: string; isBytes: boolean } | undefined
}

/** An aggregate that turns rows into a response, either for one relation or for any. */
export interface MediaHandler {
  schema: string
  name: string
  type: string
  isBytes: boolean
  relation: Relation | undefined
}

export interface Schema {
  relations: Map<string, Relation>
  /** Functions by name. */
  routines: Map<string, Routine[]>
}

export const emptySchema: Schema = { relations: new Map(), routines: new Map() }

export interface SchemaCache {
  schemas: Map<string, Schema>
  /** The types that a cast may name, with their names in SQL. */
  types: Map<string, string>
  mediaHandlers: MediaHandler[]
  /** Roles that a request may run as. */
  roles: Set<string>
  /** In lower case. */
  timeZones: Set<string>
}
