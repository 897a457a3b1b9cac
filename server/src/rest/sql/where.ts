// Writes the source, the conditions and the range that select the rows of a resource.
import type { CompareOperator, Operation, TextSearch } from '../parse/query.ts'
import type { Range } from '../parse/headers.ts'
import {
  type EmbedPlan,
  embedsOf,
  type PlannedCondition,
  type PlannedFilter,
  type ResourcePlan,
} from '../plan/plan.ts'
import {
  arrayLiteral,
  fieldSql,
  quoteName,
  qualifiedName,
  fromTextSql,
  type StatementBuilder,
  wholeRowColumn,
} from './fragments.ts'

type ComparingOperation = Exclude<Operation, { kind: 'search' }>

const operators: Record<CompareOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
}

/** The operand of these operators is a pattern, so it is not converted to the column's type. */
const patternOperators = new Set<CompareOperator>(['like', 'ilike', 'match', 'imatch'])

const searches: Record<TextSearch, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

interface WhereOptions {
  /** The join condition between an embedded row and its outer row. */
  link?: string | undefined
  /** False if the request has no `order`, so that no join may change the order of the rows. */
  hasOrder?: boolean
}

/** Writes the conditions of the resource itself and of its inner embeds. */
export function whereSql(
  resource: ResourcePlan,
  statement: StatementBuilder,
  { link, hasOrder = true }: WhereOptions = {},
): string {
  const all = [
    ...(link === undefined ? [] : [link]),
    ...embedsOf(resource)
      .filter(({ isInner }) => isInner)
      .map((embed) => existsSql(embed, statement, hasOrder)),
    ...resource.where.map((condition) => conditionSql(condition, statement, hasOrder)),
  ]
  return all.length > 0 ? ` where ${all.join(' and ')}` : ''
}

/**
 * Writes a condition that the row has an embedded row. The `offset 0` prevents a join, which could change the order of
 * the rows.
 */
function existsSql(embed: EmbedPlan, statement: StatementBuilder, hasOrder: boolean): string {
  const { source, link } = embedSource(embed)
  const { offset, limit } = embedRange(embed)
  const mayBeCutOff = offset > 0 || limit === 0
  const range = mayBeCutOff
    ? rangeSql({ offset, limit })
    : embed.isToOne || hasOrder
      ? ''
      : ' offset 0'
  return `exists (select from ${source}${whereSql(embed, statement, { link, hasOrder })}${range})`
}

export function embedRange({ isToOne, range }: EmbedPlan): Range {
  return isToOne ? { offset: range.offset, limit: Math.min(range.limit ?? 1, 1) } : range
}

/** Returns literals, because PostgreSQL would plan a statement with a bound limit again for each request. */
export function rangeSql({ limit, offset }: Range) {
  return `${limit === undefined ? '' : ` limit ${limit}`}${offset > 0 ? ` offset ${offset}` : ''}`
}

function conditionSql(
  condition: PlannedCondition,
  statement: StatementBuilder,
  hasOrder = true,
): string {
  const not = condition.isNegated ? 'not ' : ''
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const terms = condition.terms.map((term) => conditionSql(term, statement, hasOrder))
      return `${not}(${terms.join(` ${condition.kind} `)})`
    }
    case 'filter':
      return `${not}(${filterSql(condition, statement)})`
    case 'missing':
      return `${condition.isNegated ? '' : 'not '}${existsSql(condition.embed, statement, hasOrder)}`
  }
}

function filterSql({ field, operation }: PlannedFilter, statement: StatementBuilder): string {
  const value = fieldSql(field, statement)
  if (operation.kind !== 'search') {
    const fromTextFunction = field.path.length === 0 ? field.column?.fromTextFunction : undefined
    return `${value} ${operationSql(operation, statement, fromTextFunction)}`
  }
  const { operator, language } = operation
  const inLanguage =
    language === undefined ? '' : `${statement.bind(language)}::pg_catalog.regconfig, `
  // A computed column is searched directly, because its type is unknown.
  const isVector = field.column?.isVector ?? true
  const searched = isVector ? value : `to_tsvector(${inLanguage}${value})`
  return `${searched} @@ ${searches[operator]}(${inLanguage}${statement.bind(operation.value)})`
}

function operationSql(
  operation: ComparingOperation,
  statement: StatementBuilder,
  fromTextFunction: string | undefined,
): string {
  switch (operation.kind) {
    case 'is':
      return `is ${operation.value === 'not_null' ? 'not null' : operation.value}`
    case 'in': {
      const list = statement.bind(arrayLiteral(operation.values))
      return `= any(${fromTextFunction === undefined ? list : `select ${fromTextFunction}(unnest(${list}::text[]))`})`
    }
    case 'quantified': {
      const value = patternFor(operation.operator, operation.value)
      return `${operators[operation.operator]} ${operation.quantifier}(${statement.bind(value)})`
    }
    case 'compare': {
      const value = statement.bind(patternFor(operation.operator, operation.value))
      const isPattern = patternOperators.has(operation.operator)
      return `${operators[operation.operator]} ${isPattern ? value : fromTextSql(fromTextFunction, value)}`
    }
  }
}

/** Clients write * instead of %, which has to be encoded in a URL. */
function patternFor(operator: CompareOperator, value: string) {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
}

interface EmbedSource {
  source: string
  link: string | undefined
}

export function embedSource(embed: EmbedPlan): EmbedSource {
  const { alias, outerAlias, relation, relationship } = embed
  const source = `${qualifiedName(relation)} ${alias}`
  switch (relationship.kind) {
    case 'key':
      return { source, link: equalSql(alias, relationship.to, outerAlias, relationship.from) }
    case 'junction': {
      const { junction, here, there, from, to } = relationship
      const junctionAlias = `${alias}j`
      const links = [
        equalSql(alias, to, junctionAlias, there.columns),
        equalSql(junctionAlias, here.columns, outerAlias, from),
      ]
      return {
        source: `${source}, ${qualifiedName(junction)} ${junctionAlias}`,
        link: links.join(' and '),
      }
    }
    case 'computed':
      return {
        source: `${qualifiedName(relationship)}(${outerRowSql(embed)}) ${alias}`,
        link: undefined,
      }
  }
}

function outerRowSql({ outerAlias, readsOuterFromColumn }: EmbedPlan) {
  return `${outerAlias}.${readsOuterFromColumn ? quoteName(wholeRowColumn) : '*'}`
}

function equalSql(one: string, columns: string[], other: string, others: string[]) {
  const pairs = columns.map(
    (column, index) => `${one}.${quoteName(column)} = ${other}.${quoteName(others[index] ?? '')}`,
  )
  return pairs.join(' and ')
}
