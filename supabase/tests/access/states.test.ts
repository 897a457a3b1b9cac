// Every user tries every action in every state, and only the transitions listed here are allowed.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import {
  everybody,
  idOf,
  type Person,
  readRefusal,
  runStory,
  type Stage,
} from '../support/run-story.ts'

interface StateMachine {
  /** Maps each state to the row of the test data that is in this state. */
  states: Record<string, string>
  actions: Record<string, string>
  /** Each entry is "person action state". */
  transitions: string[]
}

const stateMachines: Record<string, StateMachine> = {
  jobs: {
    states: {
      open: 'job open',
      bidden: 'job bidden',
      awarded: 'job awarded',
      finished: 'job finished',
      deleted: 'job deleted',
    },
    actions: {
      edit: "update public.jobs set title = title || '!' where id = $1 returning 1",
      delete:
        'update public.jobs set is_deleted = true where id = $1 and not is_deleted returning 1',
      undelete:
        'update public.jobs set is_deleted = false where id = $1 and is_deleted returning 1',
      finish:
        "update public.jobs set status = 'finished' where id = $1 and status = 'open' returning 1",
      reopen:
        "update public.jobs set status = 'open' where id = $1 and status = 'finished' returning 1",
      release: "select from public.admin_release_award($1, 'Why')",
    },
    transitions: [
      'fiona edit open',
      'fiona delete open',
      'fiona delete bidden',
      'carl finish awarded',
      'ada release awarded',
    ],
  },
  bids: {
    states: {
      pending: 'bid carl bidden',
      accepted: 'bid carl awarded',
      rejected: 'bid cora awarded',
      withdrawn: 'bid cora frank',
    },
    actions: {
      accept:
        "update public.bids set status = 'accepted' where id = $1 and status <> 'accepted' returning 1",
      reject:
        "update public.bids set status = 'rejected' where id = $1 and status <> 'rejected' returning 1",
      withdraw:
        "update public.bids set status = 'withdrawn' where id = $1 and status <> 'withdrawn' returning 1",
      revive:
        "update public.bids set status = 'pending' where id = $1 and status <> 'pending' returning 1",
      choose:
        'select from public.accept_and_reject_bids($1, (select job_id from public.bids where id = $1))',
    },
    // Fiona may accept the accepted bid again, which changes nothing.
    transitions: ['carl withdraw pending', 'fiona choose pending', 'fiona choose accepted'],
  },
  consultations: {
    states: {
      booked: 'consultation ahead',
      ended: 'consultation past',
      cancelled: 'consultation cancelled',
    },
    actions: {
      cancel:
        "update public.consultations set status = 'cancelled' where id = $1 and status = 'booked' returning 1",
      revive:
        "update public.consultations set status = 'booked' where id = $1 and status = 'cancelled' returning 1",
      review:
        'insert into public.reviews (consultation_id, consultant_id, rating) select id, consultant_id, 3 from public.consultations where id = $1 returning 1',
    },
    transitions: ['fiona cancel booked', 'kim cancel booked', 'frank review ended'],
  },
  payments: {
    states: { pending: 'pending', paid: 'paid', refunded: 'refunded', void: 'void' },
    actions: {
      record: "select from public.record_payment($1, 'Check')",
      refund: 'select from public.refund_payment($1)',
    },
    transitions: ['fiona record pending', 'ada refund paid'],
  },
}

const { pool } = await productDatabase()

/** Creates what the shared test data lacks: a withdrawn bid and, for payments, a payment in each state. */
async function prepare(stage: Stage, name: string) {
  await stage.asServer("update public.bids set status = 'withdrawn' where id = $1", [
    idOf('bid cora frank'),
  ])
  if (name !== 'payments') return
  const assignmentsByStatus = {
    pending: '',
    paid: ', paid_at = now()',
    refunded: ', paid_at = now(), refunded_at = now()',
    void: '',
  }
  const jobs = ['finished', 'open', 'bidden', 'awarded']
  for (const [index, [status, assignment]] of Object.entries(assignmentsByStatus).entries()) {
    await stage.asServer('delete from public.payments where job_id = $1', [
      idOf(`job ${jobs[index]}`),
    ])
    await stage.asServer(
      'insert into public.payments (id, job_id, payer_id, payee_id, amount) values ($1, $2, $3, $4, 5)',
      [idOf(status), idOf(`job ${jobs[index]}`), idOf('fiona'), idOf('carl')],
    )
    await stage.asServer(`update public.payments set status = $2 ${assignment} where id = $1`, [
      idOf(status),
      status,
    ])
  }
}

/** Returns the number of rows that a user's action changed, or the code of its refusal. */
async function tryAction(stage: Stage, person: Person, action: string, row: string) {
  await stage.asServer('savepoint triple')
  const result = await stage.as(person, action, [idOf(row)]).then(
    (rows) => rows.length,
    (error: unknown) => readRefusal(error).code,
  )
  await stage.asServer('rollback to savepoint triple')
  return result
}

for (const [name, { states, actions, transitions }] of Object.entries(stateMachines)) {
  suite(`the state machine of ${name}`, () => {
    // @covers 4.job.transitions 4.bid.transitions 4.payment.transitions
    test('has only the listed transitions', () =>
      runStory(pool, async (stage) => {
        await prepare(stage, name)
        const allowed: string[] = []
        for (const [state, row] of Object.entries(states)) {
          for (const [action, statement] of Object.entries(actions)) {
            for (const person of everybody) {
              const result = await tryAction(stage, person, statement, row)
              if (typeof result === 'number' && result > 0)
                allowed.push(`${person} ${action} ${state}`)
              if (typeof result === 'string')
                assert.match(result, /^([a-z_]{8,}|42501|23505)$/, `${person} ${action} ${state}`)
            }
          }
        }
        assert.deepEqual(allowed.toSorted(), transitions.toSorted())
      }))
  })
}
