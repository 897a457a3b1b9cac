// What a query string says, before anybody knows whether such a thing exists.
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
  /** Of the result. */
  cast: string | undefined
}

export interface SelectedColumn {
  kind: 'column'
  field: Field
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
}

/** `count()`: of rows, whatever they hold. */
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
  /** `...jobs(title)`: its columns become columns of what it is embedded in. */
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
  /** One of several values: `eq(any).{1,2}`, which is a literal of an array. */
  | { kind: 'quantified'; operator: CompareOperator; quantifier: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  /** `fts(french).amusant`; without a language it is the database's own. */
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
  /** The embed that it belongs to: `order=jobs(title)`. */
  relation: string | undefined
  isDescending: boolean
  nulls: 'first' | 'last' | undefined
}

/** What belongs to one resource: the root, or an embed that is named by its path. */
export interface At<Value> {
  path: string[]
  value: Value
}

export interface Query {
  select: SelectItem[]
  hasSelect: boolean
  conditions: At<Condition>[]
  orders: At<OrderTerm[]>[]
  limits: At<number>[]
  offsets: At<number>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** Parameters without an operator: arguments of a function. */
  plain: [name: string, value: string][]
}
