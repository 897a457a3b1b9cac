// Tests that a cached plan equals a new plan for the same request.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { RestError } from './errors.ts'
import { parseRequest, type RawRequest } from './parse/request.ts'
import { planRequest } from './plan/plan-request.ts'
import { PlanCache } from './plan-cache.ts'
import { loadSchemaCache } from './schema/load-schema-cache.ts'
import type { RestSettings } from './settings.ts'
import { toSql } from './sql/statement.ts'
import { untimed } from './server-timing.ts'
import { startRestServer } from './testing.ts'
import { randomRequest, toRawRequest } from './testing-requests.ts'

const { pool } = await startRestServer()
const cache = await loadSchemaCache(pool, ['lab'])
const settings: RestSettings = {
  schemas: ['lab'],
  searchPath: [],
  maxRows: 1000,
  allowsAggregates: true,
  allowsExplain: true,
  preRequest: undefined,
  openApi: 'disabled',
  sendsServerTiming: false,
  rollsBackByDefault: false,
  allowsTransactionEnd: true,
  rootFunction: undefined,
  anonymousRole: undefined,
  appSettings: {},
}
const prepare = (plans: PlanCache, raw: RawRequest) =>
  plans.prepare(
    raw,
    { schemaCache: cache, settings, timing: untimed, seesAllRows: false },
    (shape) => {
      const request = parseRequest(shape, settings, cache.timeZones)
      const plan = planRequest(request, { schemaCache: cache, ...settings, seesAllRows: false })
      return { plan, schema: request.schema, statements: toSql(plan), timeoutMs: undefined }
    },
  )

/** Returns the prepared request, or the body of the error. */
function prepareOrRefuse(plans: PlanCache, raw: RawRequest) {
  try {
    const { plan, schema, statements } = prepare(plans, raw)
    const { format, preferences, resource } = plan
    return { schema, statements, format, preferences, range: resource.range }
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return error.body
  }
}

suite('the plan cache', () => {
  test('gives the same result as a new plan', () => {
    const plans = new PlanCache()
    fc.assert(
      fc.property(randomRequest, (request) => {
        for (const method of ['GET', 'HEAD'] as const) {
          const raw = toRawRequest({ ...request, method })
          assert.deepEqual(prepareOrRefuse(plans, raw), prepareOrRefuse(new PlanCache(), raw))
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps only short requests', () => {
    const plans = new PlanCache()
    const prepareSelect = (select: string) => {
      const raw = { method: 'GET', url: `/things?select=${select}`, headers: {}, body: undefined }
      return prepare(plans, raw) === prepare(plans, raw)
    }
    assert.equal(prepareSelect('*'), true)
    assert.equal(prepareSelect(Array(100).fill('*').join(',')), false)
  })
})
