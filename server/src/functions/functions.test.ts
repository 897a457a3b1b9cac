import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fastify } from 'fastify'
import { z } from 'zod'
import { temporaryFolder } from '../../tests/support/app.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { addFunctions } from './functions.ts'
import {
  apiFunction,
  echoFunction,
  keyFunction,
  responsesFunction,
  startFunctions,
  writeApplication,
} from './testing.ts'

const applicationFolder = await writeApplication({
  echo: { 'index.ts': echoFunction },
  api: { 'index.ts': apiFunction },
  answers: { 'index.ts': responsesFunction },
  key: { 'index.ts': keyFunction },
  _shared: { 'words.ts': `export const words = ['none']` },
})
const { port, lines } = await startFunctions(applicationFolder)

const headersSchema = z.record(z.string(), z.string())
const echoResponse = z.object({
  method: z.string(),
  url: z.string(),
  bytes: z.array(z.int()),
  headers: headersSchema,
})
const seenRequest = z.object({
  method: z.string(),
  url: z.string(),
  body: z.string(),
  ip: z.string(),
  headers: headersSchema,
})
const failure =
  /^\{"message":"Something went wrong here\. Try again\. If it happens again, report it as (.+)\."\}$/

suite('a function', () => {
  test('receives the service role key', async () => {
    assert.equal(await (await ask('/functions/v1/key')).text(), 'key of the server')
  })

  test('receives method, address, headers and the raw bytes', async () => {
    const body = new Uint8Array([0, 200, 10])
    const response = await ask('/functions/v1/echo?a=%20b', {
      method: 'PUT',
      headers: { 'content-type': 'application/json; charset=x', 'x-mine': 'a' },
      body,
    })
    const request = echoResponse.parse(await response.json())
    assert.equal(request.method, 'PUT')
    assert.equal(request.url, `http://127.0.0.1:${port}/functions/v1/echo?a=%20b`)
    assert.deepEqual(request.bytes, [...body])
    assert.equal(request.headers['x-mine'], 'a')
    assert.equal(request.headers['content-type'], 'application/json; charset=x')
  })

  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    test(`can be called by ${method}, even without a body`, async () => {
      const response = await ask('/functions/v1/echo', { method })
      const request = echoResponse.parse(await response.json())
      assert.deepEqual([request.method, request.bytes], [method, []])
    })
  }

  test('can be called by HEAD', async () => {
    const response = await ask('/functions/v1/answers', { method: 'HEAD' })
    assert.equal(response.status, 201)
  })

  test('accepts a body without a content type', async () => {
    const response = await sendRaw('POST', '/functions/v1/echo', 'here', 'x')
    assert.match(response, /"bytes":\[120\]/)
  })

  for (const host of ['a b', '1.2.3.4.5', 'x:99999']) {
    test(`can be called with the Host "${host}"`, async () => {
      const response = await sendRaw('GET', '/functions/v1/echo', host)
      assert.match(response, /"url":"http:\/\/localhost\/functions\/v1\/echo"/)
    })
  }

  test('can be called by a full URL', async () => {
    const response = await sendRaw('GET', 'http://there/functions/v1/echo?a=1', 'here')
    assert.match(response, /"url":"http:\/\/here\/functions\/v1\/echo\?a=1"/)
  })

  test('responds with status, headers and body', async () => {
    const response = await ask('/functions/v1/answers')
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('content-type'), 'text/plain')
    assert.equal(await response.text(), 'made')
  })

  test('responds with raw bytes', async () => {
    const response = await ask('/functions/v1/answers?as=bytes')
    assert.deepEqual([...new Uint8Array(await response.arrayBuffer())], [0, 255, 128])
  })

  test('responds without a body', async () => {
    const response = await ask('/functions/v1/answers?as=nothing')
    assert.equal(response.status, 204)
    assert.equal(await response.text(), '')
  })

  test('sets several cookies', async () => {
    const response = await ask('/functions/v1/answers?as=cookies')
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2'])
  })
})

suite('a request of a function to this server', () => {
  test("has the address of the function's caller, and only the headers that the function sets", async () => {
    const response = await askApi('/seen?a=b%20c', { headers: { 'x-mine': 'a' } })
    const request = seenRequest.parse(await response.json())
    assert.deepEqual([request.method, request.url, request.body], ['GET', '/seen?a=b%20c', ''])
    assert.deepEqual([request.headers['x-own'], request.headers['x-mine']], ['yes', undefined])
    assert.equal(request.ip, '127.0.0.1')
  })

  test('carries a body', async () => {
    const response = await askApi('/seen', { method: 'POST', body: 'größer' })
    const request = seenRequest.parse(await response.json())
    assert.deepEqual([request.method, request.body], ['POST', 'größer'])
  })

  test('gets status, headers and body', async () => {
    const response = await askApi('/none')
    assert.equal(response.status, 204)
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2'])
  })

  for (const path of ['seen', 'http://example.com/seen', '@example.com/seen']) {
    test(`cannot reach another server: ${path}`, async () => {
      assert.equal((await askApi(path)).status, 500)
      assert.ok(lines.some((line) => line.includes(`The path ${path} does not begin with`)))
    })
  }

  test('stays on this server if the path looks like a host', async () => {
    assert.equal((await askApi('//example.com/seen')).status, 404)
  })
})

suite('refused requests', () => {
  for (const path of [
    'missing',
    '_shared',
    '__proto__',
    'constructor',
    'echo/more',
    '..%2Fecho',
    '',
  ]) {
    test(`there is no function "${path}"`, async () => {
      const response = await ask(`/functions/v1/${path}`, { method: 'POST', body: '{}' })
      assert.equal(response.status, 404)
      assert.deepEqual(await response.json(), { message: 'There is no function with this name.' })
    })
  }

  test('a body over 1 MB is 413', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1)
    const response = await ask('/functions/v1/echo', { method: 'POST', body })
    assert.equal(response.status, 413)
    assert.deepEqual(await response.json(), { message: 'Request body is too large' })
  })

  for (const [kind, expectedLog] of [
    ['throw', /select secret/],
    ['text', /did not answer a Response/],
    ['broken', /cut/],
  ] as const) {
    test(`a function that fails (${kind}) is 500, and is logged with the id in the message`, async () => {
      const response = await ask(`/functions/v1/answers?as=${kind}`)
      assert.equal(response.status, 500)
      const [, id] = failure.exec(await response.text()) ?? []
      const line = lines.findLast((text) => expectedLog.test(text))
      assert.ok(id && line?.includes(id))
    })
  }
})

suite('a start', () => {
  test('has no functions without an application', async () => {
    const server = await startFunctions(undefined)
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/functions/v1/echo`)).status, 404)
  })

  test('has no functions if the application has none', async () => {
    const server = await startFunctions(await temporaryFolder())
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/functions/v1/echo`)).status, 404)
  })

  for (const [name, text] of Object.entries({
    'has no default export': 'export const fetch = () => new Response()',
    'has a default export without a fetch': 'export default { fetch: 1 }',
    'cannot be read': 'export default {',
    throws: 'throw new Error("broken")',
  })) {
    test(`is refused by a function that ${name}, naming its file`, async () => {
      const folder = await writeApplication({ wrong: { 'index.ts': text } })
      const options = { productFolder: folder, serviceRoleKey: '' }
      await assert.rejects(addFunctions(fastify(), options), (error) => {
        assert.ok(error instanceof StartupFailure)
        assert.ok(error.message.startsWith(join(folder, 'functions/wrong/index.ts')))
        return true
      })
    })
  }
})

function ask(path: string, init?: RequestInit) {
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

function askApi(path: string, init?: RequestInit) {
  return ask(`/functions/v1/api?path=${encodeURIComponent(path)}`, init)
}

/** Sends requests that fetch would refuse to send. */
async function sendRaw(method: string, path: string, host: string, body = '') {
  const socket = connect(port, '127.0.0.1')
  const headers = `host: ${host}\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n${body}`)
  return (await Array.fromAsync(socket)).join('')
}
