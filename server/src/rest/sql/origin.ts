// Where the rows of an embed come from, and what makes one belong to the row that it is embedded in.
import type { EmbedPlan } from '../plan/plan.ts'
import { wholeRow } from './materialized.ts'
import { name, qualified } from './text.ts'

interface Origin {
  source: string
  link: string | undefined
}

export function originOf(embed: EmbedPlan): Origin {
  const { alias, outer, relation, relationship } = embed
  const source = `${qualified(relation)} ${alias}`
  switch (relationship.kind) {
    case 'key':
      return { source, link: equalSql(alias, relationship.to, outer, relationship.from) }
    case 'junction': {
      const { junction, here, there, from, to } = relationship
      const between = `${alias}j`
      const links = [
        equalSql(alias, to, between, there.columns),
        equalSql(between, here.columns, outer, from),
      ]
      return { source: `${source}, ${qualified(junction)} ${between}`, link: links.join(' and ') }
    }
    case 'computed':
      return {
        source: `${qualified(relationship)}(${outerRowSql(embed)}) ${alias}`,
        link: undefined,
      }
  }
}

function outerRowSql({ outer, hasOuterRow }: EmbedPlan) {
  return `${outer}.${hasOuterRow ? name(wholeRow) : '*'}`
}

function equalSql(one: string, columns: string[], other: string, others: string[]) {
  const pairs = columns.map(
    (column, index) => `${one}.${name(column)} = ${other}.${name(others[index] ?? '')}`,
  )
  return pairs.join(' and ')
}
