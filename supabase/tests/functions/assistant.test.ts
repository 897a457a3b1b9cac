import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ask } from './ask-assistant.ts'

suite('an answer', () => {
  const answers: [question: string, answer: string, link: string][] = [
    ['open jobs', '12 jobs are open now.', '/admin/jobs?state=open'],
    [
      'open jobs in May',
      "12 jobs are open now. I don't know it for other dates.",
      '/admin/jobs?state=open',
    ],
    ['pending bids', '1 bid is pending now.', '/admin/bids?status=pending'],
    ['bids in 2025', '10 bids were made in 2025.', '/admin-dashboard'],
    ['posted jobs in 2025', '2 jobs were posted in 2025.', '/admin-dashboard'],
    ['revenue', 'Revenue was $0.30 in the last 7 days.', '/admin-dashboard'],
    ['sign-ups', '4 people joined in the last 7 days.', '/admin-dashboard'],
    ['bookings today', 'No consultations were booked today.', '/admin-dashboard'],
    ['categories', 'The top categories are HVAC (5 jobs) and Roofing (1).', '/admin-dashboard'],
    ['roles', 'There are 3 users: 2 users without a role and 1 admin.', '/admin/users'],
  ]
  for (const [question, answer, link] of answers) {
    test(`to "${question}"`, async () => {
      const { status, body } = await ask({ question })
      assert.equal(status, 200)
      assert.deepEqual([body.answer, body.link], [answer, link])
    })
  }

  test('returns the filter that was understood', async () => {
    const { body } = await ask({ question: '  Bids in 2025?  ' })
    assert.deepEqual(body.filter, { topic: 'bids', from: '2025-01-01', to: '2025-12-31' })
  })

  test('reads only those days, with only the key and token of the caller', async () => {
    const { calls } = await ask({ question: 'bids in 2025' })
    assert.deepEqual(
      calls.map(({ path }) => path),
      [
        '/rest/v1/admin_live_metrics?select=open_jobs,pending_bids,today',
        '/rest/v1/rpc/get_job_analytics?start_date=2025-01-01&end_date=2025-12-31',
      ],
    )
    for (const { headers } of calls) {
      assert.deepEqual(headers, { apikey: 'key', authorization: 'Bearer token' })
    }
  })

  for (const question of ['revenue last 3 years', 'revenue from 2020-01-01 to 2025-01-01']) {
    test(`has no figure for too many days: ${question}`, async () => {
      const { status, body } = await ask({ question })
      assert.equal(status, 200)
      assert.deepEqual([body.answer, body.link], ['Ask for at most 1,000 days at a time.', null])
    })
  }

  test('has no figure for future days', async () => {
    const { body } = await ask({ question: 'revenue in 2099' })
    assert.equal(body.answer, 'There are no numbers in 2099 yet.')
  })
})

suite('a question that is not understood', () => {
  const replies = [
    'I can tell you about open and posted jobs, bids, revenue, new users, consultations, job categories and users by role.',
    `I didn't understand that. Try "How many bids were made last week?"`,
    `I can't answer that yet. Try "Revenue this month" or "Open jobs".`,
    'I only know numbers. Ask for one by name and dates, such as "New users in the last 30 days".',
    "I don't have an answer to that. Dates can be today, last week, this month, May, 2025 or Jan to May.",
  ]

  // @covers 9.assistant.delay 2.admin-dashboard.assistant-replies
  test('gets one of five replies, after a second', async () => {
    const startedAt = performance.now()
    const { status, body } = await ask({ question: 'Tell me a joke.' })
    assert.ok(performance.now() - startedAt >= 990)
    assert.equal(status, 200)
    assert.ok(replies.some((reply) => reply === body.answer))
    assert.deepEqual([body.filter, body.link], [null, null])
  })

  // @covers 9.assistant.replies
  test('gets each of the five replies, and no other', async () => {
    const requests = Array.from({ length: 60 }, () => ask({ question: 'Tell me a joke.' }))
    const answers = await Promise.all(requests)
    const receivedReplies = new Set(answers.map(({ body }) => body.answer))
    assert.deepEqual(receivedReplies, new Set(replies))
  })
})

suite('refusals', () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    test(`${method} is 405`, async () => {
      const { status, body, headers, calls } = await ask(undefined, { method })
      assert.deepEqual([status, body, calls], [405, { message: 'Use POST.' }, []])
      assert.equal(headers.get('allow'), 'POST')
    })
  }

  const invalid = [
    undefined,
    null,
    'open jobs',
    [],
    {},
    { question: '  ' },
    { question: 7 },
    { question: 'x'.repeat(501) },
  ]
  for (const request of invalid) {
    test(`${JSON.stringify(request)?.slice(0, 30)} is 400`, async () => {
      const { status, body } = await ask(request)
      assert.equal(status, 400)
      assert.deepEqual(body, { message: 'Send {"question": "…"} with 1 to 500 characters.' })
    })
  }

  test('500 characters are accepted, without the spaces around them', async () => {
    const { status } = await ask({ question: ` open jobs ${'x'.repeat(490)} ` })
    assert.equal(status, 200)
  })

  const refusals: [status: number, answered: number, message: RegExp][] = [
    [401, 401, /^Not authenticated$/],
    [403, 403, /^User not allowed$/],
    [503, 503, /Try again soon/],
    [504, 503, /Try again soon/],
    [429, 503, /Try again soon/],
    [500, 502, /could not be read/],
    [404, 502, /could not be read/],
  ]
  for (const [status, expectedStatus, message] of refusals) {
    for (const request of [{ question: 'Tell me a joke.' }, { question: 'roles' }, undefined]) {
      test(`if the database responds ${status}, ${JSON.stringify(request)} is ${expectedStatus}`, async () => {
        const responses = { '/rest/v1/admin_live_metrics': status }
        const received = await ask(request, { responses })
        assert.equal(received.status, expectedStatus)
        assert.match(String(received.body.message), message)
        assert.equal(received.calls.length, 1)
      })
    }
  }

  test('a refusal has retry-after', async () => {
    const { headers } = await ask(
      { question: 'x' },
      { responses: { '/rest/v1/admin_live_metrics': 503 } },
    )
    assert.equal(headers.get('retry-after'), '7')
  })

  test('a later request is refused in the same way', async () => {
    const { status } = await ask(
      { question: 'roles' },
      { responses: { '/rest/v1/dashboard_total_users_by_role': 401 } },
    )
    assert.equal(status, 401)
  })

  for (const invalidFigures of [
    [],
    {},
    null,
    [null],
    [{}],
    [{ open_jobs: '1', pending_bids: 2, today: '2026-07-15' }],
    [{ open_jobs: 1, pending_bids: 2, today: 'now' }],
  ]) {
    test(`malformed figures, ${JSON.stringify(invalidFigures)}, are 502`, async () => {
      const { status } = await ask(
        { question: 'x' },
        { responses: { '/rest/v1/admin_live_metrics': invalidFigures } },
      )
      assert.equal(status, 502)
    })
  }
})
