// What the database offers to requests, as the stages after parsing look it up.
export interface Column {
  name: string
  /** As a column definition writes it: numeric(10,2), text[], "public"."mood". */
  type: string
  /** What stands in when no value is given, as SQL. */
  default: string | undefined
  /** Holds what a full-text search looks through, and not the text itself. */
  isVector: boolean
  /** Functions by which a domain is shown as JSON, read from text and taken from JSON, as SQL writes their names. */
  toJsonFunction: string | undefined
  fromTextFunction: string | undefined
  fromJsonFunction: string | undefined
}

/** How one relation leads to the rows of another. */
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

/** One or more columns of one relation equal as many of another. */
export interface KeyRelationship {
  kind: 'key'
  constraint: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  from: string[]
  to: string[]
  /** On a one-to-one both sides could be meant: whether the foreign key is on this side. */
  hasKeyHere: boolean
  target: Relation
}

/** A third relation, whose key is made of references to both. */
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
  /** In the junction. */
  columns: string[]
}

/** A function that takes a row and gives rows of another relation. */
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
  /** Functions that take a row of it and give one value, by name. */
  computed: Map<string, string>
  primaryKey: string[]
  relationships: Relationship[]
  /** What can be done with it as a whole, whoever asks. */
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
  /** It may change something, so it cannot be read from. */
  isVolatile: boolean
}

/** What has no rows of a relation gives rows of one that hangs together with nothing. */
export interface RoutineResult {
  kind: 'void' | 'value' | 'rows'
  isSet: boolean
  /** A record whose columns nobody knows before it is there. */
  isUntyped: boolean
  relation: Relation
  /** Where the type of its value is called like a media type. */
  media: { type: string; isBytes: boolean } | undefined
}

/** An aggregate that makes an answer of rows: of those of one relation, or of any. */
export interface MediaHandler {
  schema: string
  name: string
  type: string
  isBytes: boolean
  relation: Relation | undefined
}

export interface Schema {
  relations: Map<string, Relation>
  /** All functions of one name. */
  routines: Map<string, Routine[]>
}

export const emptySchema: Schema = { relations: new Map(), routines: new Map() }

export interface SchemaCache {
  schemas: Map<string, Schema>
  /** What a cast may name, each with how SQL writes it. */
  types: Map<string, string>
  mediaHandlers: MediaHandler[]
  /** Roles that a request may run as. */
  roles: Set<string>
  /** In small letters. */
  timeZones: Set<string>
}
