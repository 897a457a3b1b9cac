// Which rows of a relation there are.
import type { CompareOperator, Operation, TextSearch } from '../parse/query.ts'
import type { Range } from '../parse/range.ts'
import {
  type EmbedPlan,
  embedsOf,
  type PlannedCondition,
  type PlannedFilter,
  type ResourcePlan,
} from '../plan/plan.ts'
import { fieldSql, readSql } from './field.ts'
import { originOf } from './origin.ts'
import { arrayLiteral, type StatementText } from './text.ts'

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

/** What is compared with these is no value of the column. */
const patterns = new Set<CompareOperator>(['like', 'ilike', 'match', 'imatch'])

const searches: Record<TextSearch, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

interface Where {
  /** What makes a row belong to the row that it is embedded in. */
  link?: string | undefined
  /** Whether the order of the rows does not depend on how they are found. */
  isOrdered?: boolean
}

/** Conditions of the resource itself, and of what has to be embedded in it. */
export function whereSql(
  resource: ResourcePlan,
  statement: StatementText,
  { link, isOrdered = true }: Where = {},
): string {
  const all = [
    ...(link === undefined ? [] : [link]),
    ...embedsOf(resource)
      .filter(({ isInner }) => isInner)
      .map((embed) => existsSql(embed, statement, isOrdered)),
    ...resource.where.map((condition) => conditionSql(condition, statement, isOrdered)),
  ]
  return all.length > 0 ? ` where ${all.join(' and ')}` : ''
}

/**
 * Whether a row has something embedded. Where nothing is computed of that, PostgreSQL can join all at once, which may
 * turn the rows round: where they are given in no order that was asked for, they are looked at one by one instead.
 */
function existsSql(embed: EmbedPlan, statement: StatementText, isOrdered: boolean): string {
  const { source, link } = originOf(embed)
  const { offset, limit } = rangeOf(embed)
  const mayBeCutOff = offset > 0 || limit === 0
  const part = mayBeCutOff
    ? rangeSql({ offset, limit })
    : embed.isToOne || isOrdered
      ? ''
      : ' offset 0'
  return `exists (select from ${source}${whereSql(embed, statement, { link, isOrdered })}${part})`
}

/** Of what is there once at most, no more than one row is looked for. */
export function rangeOf({ isToOne, range }: EmbedPlan): Range {
  return isToOne ? { offset: range.offset, limit: Math.min(range.limit ?? 1, 1) } : range
}

/** Digits in the text: as a value they would make PostgreSQL plan anew each time. */
export function rangeSql({ limit, offset }: Range) {
  return `${limit === undefined ? '' : ` limit ${limit}`}${offset > 0 ? ` offset ${offset}` : ''}`
}

function conditionSql(
  condition: PlannedCondition,
  statement: StatementText,
  isOrdered = true,
): string {
  const not = condition.isNegated ? 'not ' : ''
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const terms = condition.terms.map((term) => conditionSql(term, statement, isOrdered))
      return `${not}(${terms.join(` ${condition.kind} `)})`
    }
    case 'filter':
      return `${not}(${filterSql(condition, statement)})`
    case 'missing':
      return `${condition.isNegated ? '' : 'not '}${existsSql(condition.embed, statement, isOrdered)}`
  }
}

function filterSql({ field, operation }: PlannedFilter, statement: StatementText): string {
  const value = fieldSql(field, statement)
  if (operation.kind !== 'search') {
    const readBy = field.path.length === 0 ? field.column?.readBy : undefined
    return `${value} ${operationSql(operation, statement, readBy)}`
  }
  const { operator, language } = operation
  const inLanguage =
    language === undefined ? '' : `${statement.bind(language)}::pg_catalog.regconfig, `
  // What is computed is as its function made it; every other column can be read as a text.
  const isVector = field.column?.isVector ?? true
  const searched = isVector ? value : `to_tsvector(${inLanguage}${value})`
  return `${searched} @@ ${searches[operator]}(${inLanguage}${statement.bind(operation.value)})`
}

function operationSql(
  operation: ComparingOperation,
  statement: StatementText,
  readBy: string | undefined,
): string {
  switch (operation.kind) {
    case 'is':
      return `is ${operation.value === 'not_null' ? 'not null' : operation.value}`
    case 'in': {
      const list = statement.bind(arrayLiteral(operation.values))
      return `= any(${readBy === undefined ? list : `select ${readBy}(unnest(${list}::text[]))`})`
    }
    case 'quantified': {
      const value = patternFor(operation.operator, operation.value)
      return `${operators[operation.operator]} ${operation.quantifier}(${statement.bind(value)})`
    }
    case 'compare': {
      const value = statement.bind(patternFor(operation.operator, operation.value))
      const isPattern = patterns.has(operation.operator)
      return `${operators[operation.operator]} ${isPattern ? value : readSql(readBy, value)}`
    }
  }
}

/** In an address % would have to be encoded, so * stands for it. */
function patternFor(operator: CompareOperator, value: string) {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
}
