// Checks that the APIs accept only decimal numbers, although PostgreSQL reads "0x10" as 16.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { headersWithToken, jsonHeaders, refusalIn, sendRequest } from '../support/http-request.ts'
import { query } from '../support/database.ts'
import { bookConsultation, createActors, inDays, jobFields, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, consultant } = await createActors()
const job = await postJob(facility)
const consultation = await bookConsultation(facility, consultant, {})

const numbers = [
  '0x10',
  '0X1F',
  '1_000',
  '1_0.5',
  '1e1_0',
  '0b11',
  '0o17',
  '-0x1',
  '+0b1',
  ' 0x10 ',
]

interface Write {
  by: { id: string }
  method: string
  path: string
  fields: (number: string) => Record<string, unknown>
}

const parties = { facility_id: facility.id, consultant_id: consultant.id }
const writes: Record<string, Write> = {
  'the budget of a new job': {
    by: facility,
    method: 'POST',
    path: 'jobs',
    fields: (budget) => ({ ...jobFields(facility), budget }),
  },
  'the budget of a job': {
    by: facility,
    method: 'PATCH',
    path: `jobs?id=eq.${job}`,
    fields: (budget) => ({ budget }),
  },
  'the amount of a bid': {
    by: contractor,
    method: 'POST',
    path: 'bids',
    fields: (amount) => ({ contractor_id: contractor.id, job_id: job, amount }),
  },
  'the fee of a consultant': {
    by: consultant,
    method: 'PATCH',
    path: `profiles?id=eq.${consultant.id}`,
    fields: (consultation_fee) => ({ consultation_fee }),
  },
  'the length of a consultation': {
    by: facility,
    method: 'POST',
    path: 'consultations',
    fields: (duration_minutes) => ({ ...parties, scheduled_at: inDays(3), duration_minutes }),
  },
  'the rating of a review': {
    by: facility,
    method: 'POST',
    path: 'reviews',
    fields: (rating) => ({ ...parties, consultation_id: consultation, rating }),
  },
}

const state = () =>
  query(
    `select (select json_agg(j order by id) from public.jobs j where facility_id = $1)::text as jobs,
       (select count(*)::integer from public.bids where contractor_id = $2) as bids,
       (select count(*)::integer from public.consultations where facility_id = $1) as consultations,
       (select count(*)::integer from public.reviews where facility_id = $1) as reviews,
       (select consultation_fee::text from public.profiles where id = $3) as fee`,
    [facility.id, contractor.id, consultant.id],
  )

for (const [what, { by, method, path, fields }] of Object.entries(writes)) {
  suite(`a number that is not decimal is refused as ${what}`, () => {
    const headers = headersWithToken(tokenFor(by.id))
    const send = (type: string, body: string) =>
      sendRequest(`/rest/v1/${path}`, {
        method,
        headers: { ...headers, 'content-type': type },
        body,
      })

    for (const number of numbers) {
      test(`"${number}", in JSON`, async () => {
        const before = await state()
        const json = JSON.stringify(fields(number))
        const escaped = json.replace(`"${number}"`, () => `"${escapeAll(number)}"`)
        for (const body of [json, escaped, ...(method === 'POST' ? [`[${json}]`] : [])]) {
          const reply = await send('application/json', body)
          assert.deepEqual([reply.status, refusalIn(reply).code], [400, '22P02'], body)
          assert.match(
            refusalIn(reply).message,
            /^invalid input syntax for type (?:numeric|integer): /,
          )
        }
        assert.deepEqual(await state(), before)
      })
    }

    test('in a form and in CSV', async () => {
      const before = await state()
      const sent = Object.entries(fields('0x10')).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const form = new URLSearchParams(sent).toString()
      const csv = sent.map(([name]) => name).join() + '\n' + sent.map(([, value]) => value).join()
      for (const [type, body] of [
        ['application/x-www-form-urlencoded', form],
        ['text/csv', csv],
      ] as const) {
        const reply = await send(type, body)
        assert.deepEqual([reply.status, refusalIn(reply).code], [400, '22P02'], body)
      }
      assert.deepEqual(await state(), before)
    })
  })
}

function escapeAll(text: string) {
  return Array.from(
    text,
    (one) => String.raw`\u` + one.charCodeAt(0).toString(16).padStart(4, '0'),
  ).join('')
}

suite('a number that is not decimal is refused', () => {
  const headers = headersWithToken(tokenFor(contractor.id))
  test('as an argument of a procedure', async () => {
    for (const number of numbers) {
      const options = { headers: { ...headers, ...jsonHeaders }, method: 'POST' }
      const encoded = encodeURIComponent(number)
      for (const reply of [
        await sendRequest('/rest/v1/rpc/find_available_jobs', {
          ...options,
          body: JSON.stringify({ budget_from: number }),
        }),
        await sendRequest('/rest/v1/rpc/find_available_jobs', {
          ...options,
          body: JSON.stringify({ size: number }),
        }),
        await sendRequest(`/rest/v1/rpc/find_available_jobs?size=${encoded}`, { headers }),
        await sendRequest(`/rest/v1/rpc/search_consultants?min_rating=${encoded}`, { headers }),
      ]) {
        assert.deepEqual([reply.status, refusalIn(reply).code], [400, '22P02'], number)
      }
    }
  })

  test('in a filter, with every operator that compares', async () => {
    const filters = [
      'eq.1_0',
      'neq.0x10',
      'gt.0b1',
      'gte.0o7',
      'lt.1_000',
      'in.(1,0x10)',
      'not.lte.0x1',
    ]
    for (const filter of [...filters, 'eq(any).{1,0x10}', 'isdistinct.1_0']) {
      for (const path of [
        `jobs?select=id&budget=${filter}`,
        `jobs?select=id&or=(budget.${filter})`,
      ]) {
        const reply = await sendRequest(`/rest/v1/${path}`, { headers })
        assert.deepEqual([reply.status, refusalIn(reply).code], [400, '22P02'], path)
      }
    }
  })
})

test('decimal numbers and other texts with the same characters are taken', async () => {
  for (const budget of ['10', ' 10.5 ', '1e3', '+7', 12, '0.10']) {
    const title = 'Fix 0x10 and 1_000 in room 0b11'
    assert.ok(await postJob(facility, { budget, title }))
  }
})
