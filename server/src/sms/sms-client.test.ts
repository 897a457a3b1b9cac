import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startSmsReceiver } from '../../../tests/support/sms-receiver.ts'
import { PermanentFailure } from '../queue/errors.ts'
import { openSmsClient } from './sms-client.ts'

const service = await startSmsReceiver()
after(service.close)
const { url } = service
const sms = { id: 'the-work', to: '+15005550009', body: '482913 is your code' }

async function sendAndReadError(status: number) {
  service.behavior.status = () => status
  const error: unknown = await openSmsClient({ url, from: 'Mendwell', login: undefined })(sms).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  delete service.behavior.status
  assert.ok(error instanceof Error)
  assert.doesNotMatch(String(error.stack), /482913|5005550009/)
  return error
}

suite('an SMS service that', () => {
  // @covers sign-in.phone-twilio
  test('accepts a message gets the whole text, and each attempt has the same idempotency key', async () => {
    const body = '482913 ist Ihr Code & mehr: 100 % für „Zoë“ +1=2'
    const send = openSmsClient({ url, from: 'Mendwell', login: undefined })
    await send({ ...sms, body })
    await send({ ...sms, body })
    const receivedFields = service.received.map((message) => [
      message.to,
      message.from,
      message.body,
      message.key,
    ])
    const expected = [sms.to, 'Mendwell', body, sms.id]
    assert.deepEqual(receivedFields, [expected, expected])
    assert.equal(service.received[0]?.headers.authorization, undefined)
  })

  for (const status of [400, 403, 410, 422])
    test(`responds ${status} is not retried`, async () => {
      const error = await sendAndReadError(status)
      assert.ok(error instanceof PermanentFailure)
      assert.equal(error.message, `The SMS service answered ${status}.`)
    })

  for (const status of [301, 307, 401, 404, 408, 429, 500, 503])
    test(`responds ${status} is retried, and redirects are not followed`, async () => {
      const error = await sendAndReadError(status)
      assert.ok(!(error instanceof PermanentFailure))
      assert.equal(error.message, `The SMS service answered ${status}.`)
    })

  test('does not respond is retried', async () => {
    service.behavior.beforeAccept = () => new Promise(() => {})
    const send = openSmsClient({ url, from: 'Mendwell', login: undefined }, 100)
    await assert.rejects(send(sms), { message: 'The SMS service did not answer within 0.1 s.' })
    delete service.behavior.beforeAccept
  })

  test('cannot be reached is retried', async () => {
    const closedService = await startSmsReceiver()
    await closedService.close()
    const send = openSmsClient({ url: closedService.url, from: 'Mendwell', login: undefined })
    const message = 'The SMS service could not be reached (ECONNREFUSED).'
    await assert.rejects(send(sms), { message })
  })
})
