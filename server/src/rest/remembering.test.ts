// Reads of one shape are understood once; what was remembered may never answer another request.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { RestError } from './errors.ts'
import type { RawRequest } from './parse/request.ts'
import { ReadShapes } from './read-shapes.ts'
import { loadSchemaCache } from './schema/load.ts'
import type { RestSettings } from './settings.ts'
import { untimed } from './stopwatch.ts'
import { startLab } from './testing.ts'
import { madeUpRequest, rawRequest } from './testing-requests.ts'

const { pool } = await startLab()
const cache = await loadSchemaCache(pool, ['lab'])
const settings: RestSettings = {
  schemas: ['lab'],
  searchPath: [],
  maxRows: 1000,
  allowsAggregates: true,
  showsPlans: true,
  preRequest: undefined,
  openApi: 'disabled',
  tellsTimes: false,
  rollsBack: false,
  mayChooseEnd: true,
  rootFunction: undefined,
  anonymousRole: undefined,
}
const prepare = (shapes: ReadShapes, raw: RawRequest) =>
  shapes.prepare(raw, cache, settings, untimed)

/** What makes an answer, or the refusal. */
function understood(shapes: ReadShapes, raw: RawRequest) {
  try {
    const { plan, schema, statements } = prepare(shapes, raw)
    const { form, preferences, resource } = plan
    return { schema, statements, form, preferences, range: resource.range }
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return error.body
  }
}

suite('what is remembered of reads', () => {
  test('means what it would mean alone', () => {
    const shapes = new ReadShapes()
    fc.assert(
      fc.property(madeUpRequest, (one) => {
        for (const method of ['GET', 'HEAD'] as const) {
          const raw = rawRequest({ ...one, method })
          assert.deepEqual(understood(shapes, raw), understood(new ReadShapes(), raw))
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('is what is short', () => {
    const shapes = new ReadShapes()
    const again = (select: string) => {
      const raw = { method: 'GET', url: `/things?select=${select}`, headers: {}, body: undefined }
      return prepare(shapes, raw) === prepare(shapes, raw)
    }
    assert.equal(again('*'), true)
    assert.equal(again(Array(100).fill('*').join(',')), false)
  })
})
