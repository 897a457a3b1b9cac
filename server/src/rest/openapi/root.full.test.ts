import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { until } from '../../../../tests/support/until.ts'
import { startRestServer } from '../testing.ts'

const { ask, pool, assertRefused, reloadSchema, tokenFor } = await startRestServer()

const pathItem = z.record(
  z.string(),
  z.looseObject({ summary: z.string().optional(), parameters: z.array(z.unknown()).optional() }),
)
const descriptionSchema = z.looseObject({
  swagger: z.literal('2.0'),
  info: z.looseObject({ title: z.string(), description: z.string() }),
  paths: z.record(z.string(), pathItem),
  definitions: z.record(z.string(), z.unknown()),
  parameters: z.record(z.string(), z.unknown()),
})

async function describe(headers = {}) {
  const { status, json, body } = await ask('/', { headers })
  assert.equal(status, 200, body)
  return descriptionSchema.parse(json)
}

suite('the root', () => {
  // @covers dialect.openapi
  test('describes the schema with its comments', async () => {
    const { info, paths, definitions } = await describe()
    assert.deepEqual([info.title, info.description], ['A laboratory', 'For trying things out.'])
    assert.equal(paths['/makers']?.['get']?.summary, 'The people who make things')
    assert.deepEqual(definitions['makers'], {
      description: 'The people who make things\nand nothing else',
      required: ['id', 'name'],
      type: 'object',
      properties: {
        id: {
          description: 'Note:\nThis is a Primary Key.<pk/>',
          type: 'integer',
          format: 'integer',
        },
        name: { description: 'The name on the door', type: 'string', format: 'text' },
        parent_id: {
          description:
            "Note:\nThis is a Foreign Key to `makers.id`.<fk table='makers' column='id'/>",
          type: 'integer',
          format: 'integer',
        },
      },
    })
  })

  test('names types, lengths, defaults and values', async () => {
    const { definitions } = await describe()
    assert.deepEqual(definitions['of_types'], {
      required: ['feeling'],
      type: 'object',
      properties: {
        word: { default: 'abc', type: 'string', format: 'character', maxLength: 3 },
        flag: { default: false, type: 'boolean', format: 'boolean' },
        number: { default: 42, type: 'integer', format: 'integer' },
        amounts: { type: 'array', format: 'numeric[]', items: { type: 'number' } },
        anything: { format: 'jsonb' },
        feeling: {
          default: 'calm',
          enum: ['calm', 'busy'],
          type: 'string',
          format: 'lab.mood',
        },
      },
    })
  })

  test('lists the methods and parameters of each path', async () => {
    const { paths, parameters } = await describe()
    assert.deepEqual(Object.keys(paths['/makers'] ?? {}), ['get', 'post', 'patch', 'delete'])
    assert.deepEqual(Object.keys(paths['/just_notes'] ?? {}), ['get'])
    assert.deepEqual(Object.keys(paths['/rpc/add'] ?? {}), ['get', 'post'])
    assert.deepEqual(Object.keys(paths['/rpc/write_thing'] ?? {}), ['post'])
    assert.deepEqual(paths['/rpc/feels']?.['get']?.parameters, [
      { name: 'feeling', required: true, in: 'query', type: 'string', format: 'mood' },
    ])
    assert.deepEqual(paths['/makers']?.['post']?.parameters, [
      { $ref: '#/parameters/body.makers' },
      { $ref: '#/parameters/select' },
      { $ref: '#/parameters/preferPost' },
    ])
    assert.deepEqual(parameters['rowFilter.makers.name'], {
      name: 'name',
      description: 'The name on the door',
      required: false,
      in: 'query',
      type: 'string',
    })
  })

  test('describes Range and Range-Unit as headers', async () => {
    const { paths, parameters } = await describe()
    const parameterSchema = z.object({ name: z.string(), in: z.string() })
    const readParameter = (parameterName: string) =>
      parameterSchema.parse(parameters[parameterName])
    assert.deepEqual(readParameter('range'), { name: 'Range', in: 'header' })
    assert.deepEqual(readParameter('rangeUnit'), { name: 'Range-Unit', in: 'header' })
    assert.deepEqual(readParameter('limit'), { name: 'limit', in: 'query' })
    const references = JSON.stringify(paths['/makers']?.['get']?.parameters)
    assert.match(references, /"#\/parameters\/range".*"#\/parameters\/rangeUnit"/)
  })

  test('shows only what the user has rights to', async () => {
    assert.equal((await describe()).paths['/hidden'], undefined)
    const token = await tokenFor({ role: 'anon', sub: undefined })
    const { paths } = await describe({ authorization: `Bearer ${token}` })
    assert.equal(paths['/makers'], undefined)
  })

  test('is available as OpenAPI and as JSON', async () => {
    const { headers } = await ask('/', { headers: { accept: 'application/openapi+json' } })
    assert.equal(headers['content-type'], 'application/openapi+json; charset=utf-8')
    const json = await ask('/', { method: 'HEAD', headers: { accept: 'application/json' } })
    assert.equal(json.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal((await assertRefused('/', { headers: { accept: 'text/csv' } })).code, 'PGRST107')
    const openApi = { headers: { accept: 'application/openapi+json' } }
    assert.equal((await assertRefused('/makers', openApi)).code, 'PGRST107')
    assert.equal((await assertRefused('/', { method: 'POST' })).status, 405)
  })

  // @covers dialect.openapi
  test('is built once until the schema cache is reloaded', async () => {
    const setComment = (text: string) => pool.query(`comment on table lab.keyless is '${text}'`)
    // Wait until the server has stopped reloading the schema cache and keeps the description although a comment
    // changes.
    await until(async () => {
      const { body } = await ask('/')
      await setComment(randomUUID())
      return (await ask('/')).body === body
    })
    await setComment('Without a key')
    await reloadSchema()
    await until(async () => (await ask('/')).body.includes('Without a key'))
  })

  test('is not sent again to a client that has it', async () => {
    const { headers } = await ask('/')
    const eTag = headers['etag'] ?? ''
    const cached = await ask('/', { headers: { 'if-none-match': `"other", ${eTag}` } })
    assert.deepEqual([cached.status, cached.body, cached.headers['etag']], [304, '', eTag])
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal((await ask('/', { headers: { 'if-none-match': '"other"' } })).status, 200)
  })

  test('is refused by PRE_REQUEST even if it is cached', async () => {
    const server = await startRestServer({ PRE_REQUEST: 'lab.check_request' })
    assert.equal((await server.ask('/')).status, 200)
    assert.equal((await server.assertRefused('/', { headers: { 'x-bad': '1' } })).status, 451)
  })

  test('names no host, so clients use the host of their request', async () => {
    for (const host of ['work.example', 'evil.example"', 'evil.example/path']) {
      const { body } = await ask('/', { headers: { host } })
      assert.doesNotMatch(body, /"host"|example/)
    }
  })

  test('comes from a function if a setting names one', async () => {
    const server = await startRestServer({ ROOT_FUNCTION: 'own_description' })
    const headers = { accept: 'application/openapi+json' }
    const customDocument = await server.ask('/', { headers })
    assert.deepEqual([customDocument.status, customDocument.json], [200, { swagger: '2.0' }])
    assert.equal(customDocument.headers['content-type'], 'application/openapi+json; charset=utf-8')
    assert.deepEqual((await server.ask('/')).json, { swagger: '2.0' })
    assert.equal((await server.ask('/', { method: 'POST' })).status, 200)
    assert.equal(
      (await server.assertRefused('/', { headers: { 'accept-profile': 'public' } })).status,
      404,
    )
    const { headers: optionsHeaders } = await server.ask('/', { method: 'OPTIONS' })
    assert.equal(optionsHeaders['allow'], 'OPTIONS,GET,HEAD,POST')
  })

  test('does not call the function if descriptions are disabled', async () => {
    const server = await startRestServer({
      ROOT_FUNCTION: 'own_description',
      OPENAPI_MODE: 'disabled',
    })
    assert.equal((await server.assertRefused('/')).code, 'PGRST126')
  })

  test('shows everything or nothing if a setting says so', async () => {
    const server = await startRestServer({ OPENAPI_MODE: 'ignore-privileges' })
    assert.ok(descriptionSchema.parse((await server.ask('/')).json).paths['/hidden'])
    const disabledServer = await startRestServer({ OPENAPI_MODE: 'disabled' })
    const { status, code } = await disabledServer.assertRefused('/')
    assert.deepEqual([status, code], [404, 'PGRST126'])
  })
})

suite('OPTIONS', () => {
  const readAllowedMethods = async (path: string) => {
    const { status, headers } = await ask(path, { method: 'OPTIONS' })
    assert.equal(status, 200)
    return headers['allow']
  }

  test('lists the methods', async () => {
    const allMethods = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'
    assert.equal(await readAllowedMethods('/makers'), allMethods)
    assert.equal(await readAllowedMethods('/keyless'), 'OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    assert.equal(
      await readAllowedMethods('/cheapest_things'),
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    )
    assert.equal(await readAllowedMethods('/just_notes'), 'OPTIONS,GET,HEAD')
    assert.equal(await readAllowedMethods('/kept_notes'), 'OPTIONS,GET,HEAD')
    assert.equal(await readAllowedMethods('/rpc/add'), 'OPTIONS,GET,HEAD,POST')
    assert.equal(await readAllowedMethods('/rpc/write_thing'), 'OPTIONS,POST')
    assert.equal(await readAllowedMethods('/'), 'OPTIONS,GET,HEAD')
  })

  test('of an unknown resource is refused', async () => {
    assert.equal((await assertRefused('/nothing_here', { method: 'OPTIONS' })).code, 'PGRST205')
    assert.equal((await assertRefused('/rpc/nothing_here', { method: 'OPTIONS' })).code, 'PGRST202')
  })
})

suite('headers', () => {
  // @covers dialect.error-details
  test('have the location of the content and the code of a refusal', async () => {
    const { headers } = await ask('/makers?select=id&id=eq.1')
    assert.equal(headers['content-location'], '/makers?id=eq.1&select=id')
    assert.equal((await ask('/makers')).headers['content-location'], '/makers')
    const refusal = await assertRefused('/nothing_here')
    assert.equal(refusal.headers['proxy-status'], 'PostgREST; error=PGRST205')
  })

  test('have the number of rows if a range is out of bounds', async () => {
    const count = { headers: { prefer: 'count=exact' } }
    const { status, headers } = await assertRefused('/makers?offset=100', count)
    assert.equal(status, 416)
    assert.match(headers['content-range'] ?? '', /^\*\/\d+$/)
  })
})

test('an invalid custom error of a function names its invalid part', async () => {
  const raiseError = async (message: string, detail: string | null) => {
    const { status, code, details } = await assertRefused('/rpc/fail', {
      method: 'POST',
      body: { state: 'PGRST', message, detail },
      headers: { 'content-type': 'application/json' },
    })
    return [status, code, details]
  }
  const message = '{"code":"1","message":"x"}'
  assert.deepEqual(await raiseError('INVALID', '{}'), [
    500,
    'PGRST121',
    "Invalid JSON value for MESSAGE: 'INVALID'",
  ])
  assert.deepEqual(await raiseError(message, 'INVALID'), [
    500,
    'PGRST121',
    "Invalid JSON value for DETAIL: 'INVALID'",
  ])
  assert.deepEqual(await raiseError(message, null), [
    500,
    'PGRST121',
    'DETAIL is missing in the RAISE statement',
  ])
})

suite('SERVER_TIMING', () => {
  // @covers dialect.server-timing
  test('has the duration of each step that was reached', async () => {
    const server = await startRestServer({ SERVER_TIMING: 'on' })
    const readTimedSteps = async (path: string, options = {}) => {
      const { headers } = await server.ask(path, options)
      return headers['server-timing']?.replaceAll(/;dur=\d+\.\d/gu, '')
    }
    const allSteps = 'jwt, wait, parse, plan, transaction, response'
    assert.equal(await readTimedSteps('/makers'), allSteps)
    assert.equal(await readTimedSteps('/rpc/add', { method: 'POST', body: { a: 1 } }), allSteps)
    assert.equal(await readTimedSteps('/'), allSteps)
    assert.equal(
      await readTimedSteps('/makers', { method: 'OPTIONS' }),
      'jwt, wait, parse, response',
    )
    assert.equal(await readTimedSteps('/makers', { headers: { authorization: 'Bearer x' } }), 'jwt')
    assert.equal(await readTimedSteps('/makers?select=nonsense'), 'jwt, wait, parse, plan')
    assert.equal(await readTimedSteps('/makers?limit=x'), 'jwt, wait, parse')
    assert.equal(await readTimedSteps('/makers?id=eq.x'), 'jwt, wait, parse, plan, transaction')
    assert.equal((await ask('/makers')).headers['server-timing'], undefined)
  })
})

test('a response names its schema if there are several', async () => {
  assert.equal((await ask('/makers')).headers['content-profile'], 'lab')
  const { headers } = await ask('/profiles', { headers: { 'accept-profile': 'public' } })
  assert.equal(headers['content-profile'], 'public')
})
