import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('the jobs that run at once', () => {
  test('are 25 emails of each kind and 2 of the other kinds by default', () => {
    assert.deepEqual(readConfig({}).jobConcurrency, {
      mail: 25,
      notification_email: 25,
      'auth.link': 25,
      'auth.sign-up': 25,
      'auth.sms': 2,
      file: 2,
    })
  })

  test('can be set for some kinds', () => {
    const { jobConcurrency } = readConfig({ JOB_CONCURRENCY: 'notification_email=100, auth.sms=1' })
    const { notification_email: notices, 'auth.sms': sms, mail } = jobConcurrency
    assert.deepEqual([notices, sms, mail], [100, 1, 25])
  })

  for (const value of ['mail', 'mail=0', 'mail=101', 'mail=two', 'letter=2', 'mail=2,', '5'])
    test(`cannot be "${value}"`, () => {
      assert.throws(() => readConfig({ JOB_CONCURRENCY: value }), {
        message: /^The setting JOB_CONCURRENCY is not usable: must list kinds of jobs /,
      })
    })

  test('are no longer set by MAIL_CONCURRENCY', () => {
    assert.throws(() => readConfig({ MAIL_CONCURRENCY: '2' }), {
      message: 'The setting MAIL_CONCURRENCY was replaced by JOB_CONCURRENCY.',
    })
  })
})
