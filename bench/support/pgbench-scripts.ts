// Writes the gateway's statements as pgbench scripts. The values become pgbench variables, which
// pgbench binds as parameters. PostgreSQL gets the same texts and parameters as from the gateway.
import type { Statement } from '../../server/src/postgres/pool/request-pool.ts'
import { anyJob, freeContractorCount } from './cases.ts'
import type { Market } from './market.ts'
import { personId, sessionId, sessionIdSql } from './people.ts'
import type { Scripts } from './pgbench.ts'

export function readScripts(requests: Statement[][]): Scripts {
  const variables: Record<string, string> = {}
  const texts = requests.map((statements, at) => {
    const named = statements.map(({ text, values }, of) => {
      const nameOf = (number: number) => `r${at}_${of}_${number}`
      values.forEach((value, number) => (variables[nameOf(number)] = String(value)))
      return withValues(text, (number) => `:${nameOf(number)}`)
    })
    return pipeline(named)
  })
  return { texts, variables }
}

/**
 * Returns a script in which SQL computes the ids of the user and the job from their numbers,
 * because pgbench cannot choose a text from a list. The computation takes microseconds.
 */
export function insertScript(
  statements: Statement[],
  firstPerson: number,
  market: Market,
): Scripts {
  const parts: [is: string, becomes: string][] = [
    [personId(firstPerson), `${idOf('person')}::text`],
    [sessionId(firstPerson), sessionIdSql(idOf('person'))],
    [anyJob, idOf('job')],
  ]
  const variables: Record<string, string> = { turn: '0' }
  const named = statements.map(({ text, values }, of) =>
    withValues(text, (number) => {
      const value = String(values[number])
      const whole = parts.find(([is]) => is === value)
      if (whole) return whole[1]
      const name = `i${of}_${number}`
      variables[name] = value
      return parts
        .filter(([is]) => value.includes(is))
        .reduce((sql, [is, becomes]) => `replace(${sql}, '${is}', ${becomes}::text)`, `:${name}`)
    }),
  )
  return { texts: [`${choosing(market)}${pipeline(named)}`], variables }
}

function idOf(kind: string) {
  return `md5('${kind}' || :${kind}::text)::uuid`
}

function withValues(text: string, valueOf: (number: number) => string) {
  return text.replaceAll(/\$(\d+)/gu, (_, number: string) => valueOf(Number(number) - 1))
}

function pipeline(statements: string[]) {
  const lines = statements.map((statement) => `${statement};`)
  return ['\\startpipeline', ...lines, '\\endpipeline', ''].join('\n')
}

/**
 * Chooses the same pairs of a contractor and a job as cases.ts, in the same order. Each client
 * takes every nth pair, where n is the number of clients.
 */
function choosing({ jobs, facilities, contractors }: Market) {
  return `\\set index :turn * :connections + :client_id
\\set turn :turn + 1
\\set open :index % ${jobs / 10}
\\set job 10 * (:open + 1)
\\set free (:open + :index / ${jobs / 10}) % ${freeContractorCount}
\\set person ${facilities + 1} + (:job + 1 + :free) % ${contractors}
`
}
