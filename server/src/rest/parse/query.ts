// Defines the types of a parsed query string, whose names are not yet checked against the schema cache.
export type JsonStep =
  | { kind: 'key'; key: string; asText: boolean }
  | { kind: 'index'; index: string; asText: boolean }

export interface Field {
  name: string
  path: JsonStep[]
}

export const aggregateFunctions = ['avg', 'count', 'max', 'min', 'sum'] as const

export interface Aggregate {
  function: (typeof aggregateFunctions)[number]
  /** The type to which the result is cast. */
  cast: string | undefined
}

export interface SelectedColumn {
  kind: 'column'
  field: Field
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
}

/** The aggregate `count()`, which counts rows. */
export interface SelectedCount {
  kind: 'count'
  alias: string | undefined
  cast: string | undefined
}

export interface SelectedEmbed {
  kind: 'embed'
  name: string
  alias: string | undefined
  hint: string | undefined
  isInner: boolean
  /** True if the embed's columns become columns of the outer row, as in `...jobs(title)`. */
  isSpread: boolean
  select: SelectItem[]
}

export type SelectItem = { kind: 'star' } | SelectedColumn | SelectedCount | SelectedEmbed

export const compareOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'isdistinct',
] as const

export type CompareOperator = (typeof compareOperators)[number]

export const textSearches = ['fts', 'plfts', 'phfts', 'wfts'] as const

export type TextSearch = (typeof textSearches)[number]

export type Operation =
  | { kind: 'compare'; operator: CompareOperator; value: string }
  /** Compares with an array literal, as in `eq(any).{1,2}`. */
  | { kind: 'quantified'; operator: CompareOperator; quantifier: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  /** Searches text, as in `fts(french).amusant`, by default in the database's language. */
  | { kind: 'search'; operator: TextSearch; language: string | undefined; value: string }
  | { kind: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }

export interface Filter {
  kind: 'filter'
  field: Field
  isNegated: boolean
  operation: Operation
}

interface Combination {
  kind: 'and' | 'or'
  isNegated: boolean
  terms: Condition[]
}

export type Condition = Filter | Combination

export interface OrderTerm {
  field: Field
  /** The embed that the field belongs to, as in `order=jobs(title)`. */
  relation: string | undefined
  isDescending: boolean
  nulls: 'first' | 'last' | undefined
}

/** A value for the embed at `path`, or for the root if the path is empty. */
export interface AtPath<Value> {
  path: string[]
  value: Value
}

export interface Query {
  select: SelectItem[]
  hasSelect: boolean
  conditions: AtPath<Condition>[]
  orders: AtPath<OrderTerm[]>[]
  limits: AtPath<number>[]
  offsets: AtPath<number>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** Parameters without an operator, which a function call uses as arguments. */
  plainParameters: [name: string, value: string][]
}
