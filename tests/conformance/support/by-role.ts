// Sends one request as every role and compares the outcomes with a table.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clientFor, type Client, server, visitor } from './clients.ts'
import { type ClientResult, expectRefusal, expectSuccess } from './expect.ts'

export type Caller = 'visitor' | 'facility' | 'contractor' | 'consultant' | 'admin' | 'server'

/**
 * "401 42501" is a status and a code. "200" is a success with any body. "rows" is at least one row. "all", "some" and
 * "none" compare the number of rows with the number that the service role reads.
 */
export type ExpectedResult = `${number} ${string}` | `${number}` | 'all' | 'some' | 'none' | 'rows'

const callers: Record<Caller, Client> = {
  visitor,
  facility: clientFor('facility'),
  contractor: clientFor('contractor'),
  consultant: clientFor('consultant'),
  admin: clientFor('admin'),
  server,
}

type Call = (client: Client, caller: Caller) => PromiseLike<ClientResult>

const order: Caller[] = ['visitor', 'facility', 'contractor', 'consultant', 'admin', 'server']

export function testByRole(name: string, call: Call, outcomes: Record<Caller, ExpectedResult>) {
  void suite(name, () => {
    for (const caller of order) {
      const outcome = outcomes[caller]
      void test(`${caller}: ${outcome}`, () => check(call, caller, outcome))
    }
  })
}

async function check(call: Call, caller: Caller, outcome: ExpectedResult) {
  const result = call(callers[caller], caller)
  const [status, code] = outcome.split(' ')
  if (code !== undefined) await expectRefusal(result, Number(status), code)
  else if (/^\d+$/.test(outcome)) await expectSuccess(result, Number(outcome))
  else await checkRows(result, call, outcome)
}

async function checkRows(result: PromiseLike<ClientResult>, call: Call, outcome: ExpectedResult) {
  const { length: count } = rowsIn(await expectSuccess(result, 200))
  const { length: total } = rowsIn(await expectSuccess(call(server, 'server'), 200))
  if (outcome === 'none') assert.equal(count, 0)
  else if (outcome === 'all') assert.ok(count === total && total > 0, `${count} of ${total}`)
  else if (outcome === 'rows') assert.ok(count > 0)
  else assert.ok(count > 0 && count < total, `${count} of ${total}`)
}

function rowsIn({ data }: ClientResult): unknown[] {
  assert.ok(Array.isArray(data))
  return data
}

/** Returns a table in which the server and one role succeed. */
export function onlyFor(caller: Caller, outcome: ExpectedResult): Record<Caller, ExpectedResult> {
  const refusal = '403 42501'
  return {
    visitor: '401 42501',
    facility: refusal,
    contractor: refusal,
    consultant: refusal,
    admin: refusal,
    server: outcome,
    [caller]: outcome,
  }
}
