// Tests the requests that create-user sends to a fake server, and its responses to failures.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import createUser from '../../functions/create-user/index.ts'

const adminRoute = '/rest/v1/rpc/asking_admin'
const accountRoute = '/auth/v1/admin/users'
const inviteRoute = '/auth/v1/invite'
const listRoute = '/rest/v1/admin_user_list'

type FakeResponses = Record<string, Response | 'none'>

const adminId = '7d1f6a52-1d3c-4a39-9a39-0d6a3f3f9b11'
const account = { id: 'new', email: 'ada@gates.test', created_at: '2026-07-15T10:00:00Z' }

const user = {
  email: 'ada@gates.test',
  password: 'two gates and a hinge',
  role: 'facility',
  full_name: ' Ada Gate ',
  company_name: 'Gates',
  business_type: 'LLC',
  services: [],
  expertise: ['Steam'],
}

async function callCreateUser(overrides: FakeResponses = {}, body: unknown = user) {
  const responses: FakeResponses = {
    [adminRoute]: Response.json(adminId),
    [accountRoute]: Response.json(account),
    ...overrides,
  }
  const calls: { path: string; headers: Record<string, string>; body: unknown }[] = []
  const api = async (path: string, init: RequestInit = {}) => {
    const requestBody: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ path, headers: Object.fromEntries(new Headers(init.headers)), body: requestBody })
    const [route = ''] = path.split('?')
    const answer = responses[route]
    if (!(answer instanceof Response)) throw new Error('connection lost')
    return answer
  }
  const request = new Request('http://localhost/functions/v1/create-user', {
    method: 'POST',
    headers: { apikey: 'public', authorization: 'Bearer mine', cookie: 'a=1', 'x-mine': 'a' },
    body: JSON.stringify(body),
  })
  const response = await createUser.fetch(request, { api, serviceRoleKey: 'own key' })
  const text = await response.text()
  const responseBody = z.looseObject({ message: z.string().optional() }).parse(JSON.parse(text))
  return { status: response.status, headers: response.headers, responseBody, text, calls }
}

suite('the create-user function', () => {
  test('checks the caller with their key and token, and acts with its own', async () => {
    const { status, calls, responseBody } = await callCreateUser()
    assert.equal(status, 200)
    const [adminCall, accountCall] = calls
    assert.deepEqual(adminCall, {
      path: adminRoute,
      headers: { apikey: 'public', authorization: 'Bearer mine', 'accept-profile': 'public' },
      body: undefined,
    })
    assert.deepEqual(accountCall, {
      path: accountRoute,
      headers: {
        apikey: 'own key',
        authorization: 'Bearer own key',
        'content-type': 'application/json',
      },
      body: {
        email: user.email,
        password: user.password,
        email_confirm: true,
        user_metadata: { full_name: 'Ada Gate', company_name: 'Gates', services: [] },
        app_metadata: {
          role: 'facility',
          business_type: 'LLC',
          expertise: ['Steam'],
          created_by: adminId,
        },
      },
    })
    const person = { role: 'facility', full_name: 'Ada Gate', company_name: 'Gates' }
    assert.deepEqual(responseBody, { user: { ...account, ...person } })
  })

  const { password: _, ...invited } = { ...user, invite: true }

  test('creates an invited user without a password, and then asks for the email', async () => {
    const { status, calls } = await callCreateUser(
      { [inviteRoute]: Response.json(account) },
      invited,
    )
    assert.equal(status, 200)
    const [, accountCall, inviteCall] = calls
    const created = z.looseObject({ email_confirm: z.boolean() }).parse(accountCall?.body)
    assert.deepEqual([created['password'], created.email_confirm], [undefined, false])
    assert.deepEqual([inviteCall?.path, inviteCall?.body], [inviteRoute, { email: user.email }])
  })

  test('sends another invitation only to a user with the same role', async () => {
    const taken = () => refusal(422, { error_code: 'email_exists', msg: 'is there' })
    for (const [rows, status] of [
      [[{ id: 'new' }], 200],
      [[], 409],
    ] as const) {
      const { status: received, calls } = await callCreateUser(
        {
          [accountRoute]: taken(),
          [listRoute]: Response.json(rows),
          [inviteRoute]: Response.json(account),
        },
        invited,
      )
      assert.equal(received, status)
      assert.equal(
        calls.some(({ path }) => path === inviteRoute),
        status === 200,
      )
      const look = calls.find(({ path }) => path.startsWith(listRoute))?.path
      assert.equal(look, `${listRoute}?select=id&email=eq.ada%40gates.test&role=eq.facility`)
    }
  })

  test('refuses an invitation that cannot be sent', async () => {
    const received = await callCreateUser({ [inviteRoute]: refusal(503) }, invited)
    assert.deepEqual([received.status, received.headers.get('retry-after')], [503, '7'])
  })

  const lookUpCases: [
    name: string,
    answer: FakeResponses[string],
    status: number,
    message: string,
  ][] = [
    ['is not signed in', refusal(401), 401, 'Not authenticated'],
    ['is not an admin', refusal(403, { code: '42501' }), 403, 'User not allowed'],
    [
      'has not used the second factor',
      refusal(403, { code: 'second_factor_required' }),
      403,
      'User not allowed: log in with two-factor authentication first.',
    ],
    ['cannot be looked up', refusal(500), 502, 'Unable to verify admin role'],
    ['cannot be looked up now', refusal(503), 503, 'Unable to verify admin role'],
    ['asks too often', refusal(429), 503, 'Unable to verify admin role'],
    [
      'cannot be looked up, because the procedure is missing',
      refusal(404),
      502,
      'Unable to verify admin role',
    ],
    ['gets no answer', 'none', 502, 'Unable to verify admin role'],
    ['has a null id', Response.json(null), 502, 'Unable to verify admin role'],
    [
      'has an id that is not a string',
      Response.json({ id: 1 }),
      502,
      'Unable to verify admin role',
    ],
    ['has an id that is not JSON', new Response('<html>'), 502, 'Unable to verify admin role'],
  ]
  for (const [name, answer, status, message] of lookUpCases) {
    // @covers 8.add-user.unable-to-verify
    test(`creates nobody if the caller ${name}`, async () => {
      const received = await callCreateUser({ [adminRoute]: answer })
      assert.deepEqual([received.status, received.responseBody.message], [status, message])
      assert.deepEqual(
        received.calls.map(({ path }) => path),
        [adminRoute],
      )
      assert.equal(received.headers.get('retry-after'), status === 503 ? '7' : null)
    })
  }

  const outcomes: [answer: FakeResponses[string], status: number, words: RegExp][] = [
    [refusal(422, { error_code: 'email_exists', msg: 'is there' }), 409, /^is there$/],
    [refusal(422, { error_code: 'weak_password', msg: 'is weak' }), 400, /^is weak$/],
    [refusal(400, { error_code: 'validation_failed', msg: 'is wrong' }), 400, /^is wrong$/],
    [refusal(429, { error_code: 'over_request_rate_limit', msg: 'x' }), 503, /right now/],
    [refusal(503, { error_code: 'request_timeout', msg: 'x' }), 503, /right now/],
    [
      refusal(500, { error_code: 'unexpected_failure', msg: 'secret' }),
      502,
      /could not be created/,
    ],
    [refusal(403, { error_code: 'not_admin', msg: 'User not allowed' }), 502, /could not be/],
    [new Response('<html>'), 502, /could not be created/],
    ['none', 502, /could not be created/],
  ]
  for (const [answer, status, errorText] of outcomes) {
    test(`responds ${status} ${errorText.source} if the account is not created`, async () => {
      const received = await callCreateUser({ [accountRoute]: answer })
      assert.equal(received.status, status)
      assert.match(received.responseBody.message ?? '', errorText)
      assert.doesNotMatch(received.text, /own key|secret|two gates/)
    })
  }
})

function refusal(status: number, body: object = {}) {
  return Response.json(body, { status, headers: { 'retry-after': '7' } })
}
