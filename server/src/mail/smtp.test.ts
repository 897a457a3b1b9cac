import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { PermanentFailure } from '../queue/errors.ts'
import { openSmtp, type SmtpServer } from './smtp.ts'
import { createTestMailer, sampleMail } from './testing.ts'

type Receiver = Awaited<ReturnType<typeof startMailReceiver>>

async function openReceiver(...args: Parameters<typeof startMailReceiver>) {
  const receiver = await startMailReceiver(...args)
  after(receiver.close)
  return receiver
}

function openMailer(
  { port }: { port: number },
  overrides: Partial<SmtpServer> = {},
  timeoutMs?: number,
) {
  const server = { host: '127.0.0.1', port, isTlsFromStart: false, auth: undefined }
  const mailer = createTestMailer(
    openSmtp({ ...server, tls: 'if offered', ...overrides }, { timeoutMs }),
  )
  after(mailer.close)
  return mailer
}

const recovery = (to = 'ana@facility.example') => sampleMail('recovery', { to })

async function readFailure(sending: Promise<void>) {
  const error = await sending.then(
    () => assert.fail('It was sent.'),
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof Error)
  return error
}

suite('encryption', () => {
  test('is used if it is offered', async () => {
    const receiver = await openReceiver()
    await openMailer(receiver).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, true)
  })

  test('is not needed on this machine', async () => {
    const receiver = await openReceiver({}, { disabledCommands: ['STARTTLS'] })
    await openMailer(receiver).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, false)
  })

  test('that is required but not offered prevents sending', async () => {
    const receiver = await openReceiver({}, { disabledCommands: ['STARTTLS'] })
    const error = await readFailure(openMailer(receiver, { tls: 'verified' }).send(recovery()))
    assert.match(error.message, /STARTTLS/)
    assert.equal(receiver.received.length, 0)
  })

  test('with an unknown certificate prevents sending, in both modes', async () => {
    const receivers: [Receiver, boolean][] = [
      [await openReceiver(), false],
      [await openReceiver({}, { secure: true }), true],
    ]
    for (const [receiver, isTlsFromStart] of receivers) {
      const mailer = openMailer(receiver, { tls: 'verified', isTlsFromStart })
      const error = await readFailure(mailer.send(recovery()))
      assert.match(error.message, /certificate/)
      assert.ok(!(error instanceof PermanentFailure))
      assert.equal(receiver.received.length, 0)
    }
  })

  test('starts with the first byte for smtps', async () => {
    const receiver = await openReceiver({}, { secure: true })
    await openMailer(receiver, { isTlsFromStart: true }).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, true)
  })

  test('is not used if it is off', async () => {
    const receiver = await openReceiver()
    await openMailer(receiver, { tls: 'off' }).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, false)
  })
})

const auth = { user: 'mendwell', password: 'p/ss: w@rd' }

suite('a login', () => {
  test('is used if there is one', async () => {
    const receiver = await openReceiver(
      {},
      {
        authOptional: false,
        onAuth({ username, password }, _session, done) {
          const isCorrect = username === auth.user && password === auth.password
          done(isCorrect ? null : new Error('no'), { user: username })
        },
      },
    )
    await openMailer(receiver, { auth }).send(recovery())
    assert.equal(receiver.received[0]?.user, 'mendwell')
  })

  test('that is refused is retried later, and errors do not contain it', async () => {
    const refusals = [
      'no such login: p/ss: w@rd of mendwell',
      `cannot read AUTH PLAIN ${Buffer.from(`\0${auth.user}\0${auth.password}`).toString('base64')}`,
    ]
    for (const refusal of refusals) {
      const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
        done(new Error(refusal))
      const receiver = await openReceiver({}, { authOptional: false, onAuth })
      const error = await readFailure(openMailer(receiver, { auth }).send(recovery()))
      assert.ok(!(error instanceof PermanentFailure))
      assert.match(error.message, /Invalid login: 535/)
      const errorText = `${error.message} ${error.stack} ${JSON.stringify(error)}`
      assert.doesNotMatch(errorText, /p\/ss|mendwell of|AG1l/)
      assert.equal(error.cause, undefined)
    }
  })
})

suite('a recipient', () => {
  const sendToRecipient = async (reply: string) => {
    const receiver = await openReceiver({ recipient: () => reply })
    return readFailure(openMailer(receiver).send(recovery('nobody@facility.example')))
  }

  test('that the receiver does not know is not retried', async () => {
    const error = await sendToRecipient('550 5.1.1 nobody@facility.example is unknown')
    assert.ok(error instanceof PermanentFailure)
    assert.match(error.message, /550 5\.1\.1/)
  })

  test('is not in the error', async () => {
    const reply = '550 no NoBody@Facility.example here, and no <nobody@facility.example>'
    assert.doesNotMatch((await sendToRecipient(reply)).message, /nobody@/i)
  })

  for (const reply of ['450 4.2.1 come back later', '452 4.5.3 too many', '421 4.3.2 closing']) {
    test(`is retried after ${reply}`, async () => {
      assert.ok(!((await sendToRecipient(reply)) instanceof PermanentFailure))
    })
  }

  for (const reply of ['554 5.7.1 relay access denied', '530 5.7.0 log in first']) {
    test(`is retried after ${reply}, because our server is the reason`, async () => {
      assert.ok(!((await sendToRecipient(reply)) instanceof PermanentFailure))
    })
  }

  test('that fails does not block the next email', async () => {
    const recipient = (address: string) =>
      address.startsWith('nobody') ? '550 unknown' : undefined
    const receiver = await openReceiver({ recipient })
    const mailer = openMailer(receiver)
    await readFailure(mailer.send(recovery('nobody@facility.example')))
    await mailer.send(recovery())
    assert.equal(receiver.received.length, 1)
  })
})

suite('a mail server', () => {
  test('that refuses the email itself is retried', async () => {
    const beforeAccept = async () => {
      throw Object.assign(new Error('5.6.0 content refused'), { responseCode: 554 })
    }
    const error = await readFailure(
      openMailer(await openReceiver({ beforeAccept })).send(recovery()),
    )
    assert.ok(!(error instanceof PermanentFailure))
    assert.match(error.message, /554/)
  })

  test('that cannot be reached is retried', async () => {
    const error = await readFailure(openMailer({ port: 1 }).send(recovery()))
    assert.ok(!(error instanceof PermanentFailure))
    assert.match(error.message, /ECONNREFUSED/)
  })

  const stallingServers: [description: string, respond: (socket: Socket) => void][] = [
    ['sends nothing', () => {}],
    ['greets and then sends nothing', (socket) => socket.write('220 here\r\n')],
    [
      'never ends its response',
      (socket) => {
        socket.write('220 here\r\n')
        const timer = setInterval(() => socket.write('250-and\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ]
  for (const [description, respond] of stallingServers) {
    test(`that ${description} times out`, async () => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        respond(socket)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      after(() => server.close())
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      const startedAt = Date.now()
      await readFailure(openMailer({ port }, {}, 300).send(recovery()))
      assert.ok(Date.now() - startedAt < 2000)
    })
  }

  test('that never accepts the email times out', async () => {
    const receiver = await openReceiver({ beforeAccept: () => new Promise(() => {}) })
    const error = await readFailure(openMailer(receiver, {}, 300).send(recovery()))
    assert.ok(!(error instanceof PermanentFailure))
  })

  test('that closed an idle connection gets the next email over a new one', async () => {
    const receiver = await openReceiver()
    const mailer = openMailer(receiver)
    await mailer.send(recovery())
    receiver.dropConnections()
    await mailer.send(recovery())
    assert.equal(receiver.received.length, 2)
  })
})
