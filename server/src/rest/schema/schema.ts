// What the database offers to requests, as the stages after parsing look it up.
export interface Column {
  name: string
  /** As a column definition writes it: numeric(10,2), text[], "public"."mood". */
  type: string
  /** What stands in when no value is given, as SQL. */
  default: string | undefined
}

/** One or more columns of one relation that equal as many of another. */
export interface Relationship {
  constraint: string
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  from: string[]
  to: string[]
  /** On a one-to-one both sides could be meant: whether the foreign key is on this side. */
  hasKeyHere: boolean
  target: Relation
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
}

/** What has no rows of a relation gives rows of one that hangs together with nothing. */
export interface RoutineResult {
  kind: 'void' | 'value' | 'rows'
  isSet: boolean
  relation: Relation
}

export interface Schema {
  relations: Map<string, Relation>
  /** All functions of one name. */
  routines: Map<string, Routine[]>
}

export interface SchemaCache {
  schemas: Map<string, Schema>
  /** What a cast may name, each with how SQL writes it. */
  types: Map<string, string>
  /** Roles that a request may run as. */
  roles: Set<string>
}
