// Tests that random requests get a response or a known error, and never put unquoted text into SQL.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { RestError } from './errors.ts'
import { parseRequest, type RawRequest } from './parse/request.ts'
import { planRequest } from './plan/plan-request.ts'
import { toSql } from './sql/statement.ts'
import { loadSchemaCache } from './schema/load-schema-cache.ts'
import { errorBody, startRestServer } from './testing.ts'
import { randomRequest, toRawRequest } from './testing-requests.ts'

const { ask, pool } = await startRestServer()
const settings = { schemas: ['lab'], allowsTransactionEnd: true, rootFunction: undefined }
const cache = await loadSchemaCache(pool, ['lab'])

/** Returns the statements, or undefined if the request is refused. */
function statementsFor(raw: RawRequest) {
  try {
    const context = {
      schemaCache: cache,
      maxRows: 1000,
      allowsExplain: true,
      allowsAggregates: true,
      seesAllRows: false,
    }
    return toSql(planRequest(parseRequest(raw, settings, cache.timeZones), context))
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    assert.ok(error.status >= 300 && error.status < 500, `${error.status}`)
    return undefined
  }
}

suite('every request', () => {
  // @covers dialect.random-requests
  test('is either understood or refused with a known error', () => {
    fc.assert(
      fc.property(randomRequest, (request) => void statementsFor(toRawRequest(request))),
      { numRuns: 20_000 },
    )
  })

  test('reaches a statement only as a value or a plain name of the response', () => {
    let statementCount = 0
    fc.assert(
      fc.property(randomRequest, (request) => {
        for (const { text: sql } of statementsFor(toRawRequest(request)) ?? []) {
          statementCount += 1
          // Quoted names are removed first, because an alias may contain any of these texts.
          assert.doesNotMatch(sql.replaceAll(/"(?:[^"]|"")*"/gu, ''), /zq|drop|;|--|\/\*/u)
          assert.doesNotMatch(sql, /\p{Cc}/u)
        }
      }),
      { numRuns: 20_000 },
    )
    assert.ok(statementCount > 2000, `only ${statementCount} statements were built`)
  })

  test('gets no 500, and the next valid request works', async () => {
    await fc.assert(
      fc.asyncProperty(randomRequest, async (request) => {
        const hasBody = request.method === 'POST' || request.method === 'PATCH'
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]): [string, string] => [
            name,
            value.replaceAll(/[^\x20-\x7e]/gu, '?'),
          ]),
        )
        const response = await ask(`${request.path}?${request.query}`, {
          method: request.method,
          headers,
          ...(hasBody ? { body: request.body.toWellFormed() } : {}),
        })
        assert.ok(response.status < 500, `${response.status} ${response.body}`)
        if (response.status >= 400 && request.method !== 'HEAD') {
          errorBody.parse(response.json)
        }
      }),
      { numRuns: 1500 },
    )
    assert.equal((await ask('/pairs?select=a')).status, 200)
  })
})
