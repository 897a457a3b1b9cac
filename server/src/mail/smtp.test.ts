import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { PermanentFailure } from '../queue/errors.ts'
import { openSmtp, type SmtpServer } from './smtp.ts'
import { madeUpMail, mailerOver } from './testing.ts'

type Receiver = Awaited<ReturnType<typeof startMailReceiver>>

async function receiverFor(...given: Parameters<typeof startMailReceiver>) {
  const receiver = await startMailReceiver(...given)
  after(receiver.close)
  return receiver
}

function open({ port }: { port: number }, changes: Partial<SmtpServer> = {}, takes?: number) {
  const server = { host: '127.0.0.1', port, isTlsFromStart: false, auth: undefined }
  const mailer = mailerOver(openSmtp({ ...server, tls: 'if offered', ...changes }, takes))
  after(mailer.close)
  return mailer
}

const recovery = (to = 'ana@facility.example') => madeUpMail('recovery', { to })

async function failureOf(sending: Promise<void>) {
  const error = await sending.then(
    () => assert.fail('It was sent.'),
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof Error)
  return error
}

suite('encryption', () => {
  test('is used if it is offered', async () => {
    const receiver = await receiverFor()
    await open(receiver).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, true)
  })

  test('is not needed on this machine', async () => {
    const receiver = await receiverFor({}, { disabledCommands: ['STARTTLS'] })
    await open(receiver).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, false)
  })

  test('that is required but not offered prevents sending', async () => {
    const receiver = await receiverFor({}, { disabledCommands: ['STARTTLS'] })
    const error = await failureOf(open(receiver, { tls: 'verified' }).send(recovery()))
    assert.match(error.message, /STARTTLS/)
    assert.equal(receiver.received.length, 0)
  })

  test('with an unknown certificate prevents sending, in both modes', async () => {
    const receivers: [Receiver, boolean][] = [
      [await receiverFor(), false],
      [await receiverFor({}, { secure: true }), true],
    ]
    for (const [receiver, isTlsFromStart] of receivers) {
      const mailer = open(receiver, { tls: 'verified', isTlsFromStart })
      const error = await failureOf(mailer.send(recovery()))
      assert.match(error.message, /certificate/)
      assert.ok(!(error instanceof PermanentFailure))
      assert.equal(receiver.received.length, 0)
    }
  })

  test('starts with the first byte for smtps', async () => {
    const receiver = await receiverFor({}, { secure: true })
    await open(receiver, { isTlsFromStart: true }).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, true)
  })

  test('is not used if it is off', async () => {
    const receiver = await receiverFor()
    await open(receiver, { tls: 'off' }).send(recovery())
    assert.equal(receiver.received[0]?.isEncrypted, false)
  })
})

const auth = { user: 'mendwell', password: 'p/ss: w@rd' }

suite('a login', () => {
  test('is used if there is one', async () => {
    const receiver = await receiverFor(
      {},
      {
        authOptional: false,
        onAuth({ username, password }, _session, done) {
          const isRight = username === auth.user && password === auth.password
          done(isRight ? null : new Error('no'), { user: username })
        },
      },
    )
    await open(receiver, { auth }).send(recovery())
    assert.equal(receiver.received[0]?.user, 'mendwell')
  })

  test('that is refused is retried later, and errors do not contain it', async () => {
    const answers = [
      'no such login: p/ss: w@rd of mendwell',
      `cannot read AUTH PLAIN ${Buffer.from(`\0${auth.user}\0${auth.password}`).toString('base64')}`,
    ]
    for (const answer of answers) {
      const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
        done(new Error(answer))
      const receiver = await receiverFor({}, { authOptional: false, onAuth })
      const error = await failureOf(open(receiver, { auth }).send(recovery()))
      assert.ok(!(error instanceof PermanentFailure))
      assert.match(error.message, /Invalid login: 535/)
      const told = `${error.message} ${error.stack} ${JSON.stringify(error)}`
      assert.doesNotMatch(told, /p\/ss|mendwell of|AG1l/)
      assert.equal(error.cause, undefined)
    }
  })
})

suite('a recipient', () => {
  const answered = async (reply: string) => {
    const receiver = await receiverFor({ recipient: () => reply })
    return failureOf(open(receiver).send(recovery('nobody@facility.example')))
  }

  test('that the receiver does not know is not retried', async () => {
    const error = await answered('550 5.1.1 nobody@facility.example is unknown')
    assert.ok(error instanceof PermanentFailure)
    assert.match(error.message, /550 5\.1\.1/)
  })

  test('is not in the error', async () => {
    const reply = '550 no NoBody@Facility.example here, and no <nobody@facility.example>'
    assert.doesNotMatch((await answered(reply)).message, /nobody@/i)
  })

  for (const reply of ['450 4.2.1 come back later', '452 4.5.3 too many', '421 4.3.2 closing']) {
    test(`is retried after ${reply}`, async () => {
      assert.ok(!((await answered(reply)) instanceof PermanentFailure))
    })
  }

  for (const reply of ['554 5.7.1 relay access denied', '530 5.7.0 log in first']) {
    test(`is retried after ${reply}, because our server is the reason`, async () => {
      assert.ok(!((await answered(reply)) instanceof PermanentFailure))
    })
  }

  test('that fails does not block the next email', async () => {
    const recipient = (address: string) =>
      address.startsWith('nobody') ? '550 unknown' : undefined
    const receiver = await receiverFor({ recipient })
    const mailer = open(receiver)
    await failureOf(mailer.send(recovery('nobody@facility.example')))
    await mailer.send(recovery())
    assert.equal(receiver.received.length, 1)
  })
})

suite('a mail server', () => {
  test('that refuses the email itself is retried', async () => {
    const beforeYes = async () => {
      throw Object.assign(new Error('5.6.0 content refused'), { responseCode: 554 })
    }
    const error = await failureOf(open(await receiverFor({ beforeYes })).send(recovery()))
    assert.ok(!(error instanceof PermanentFailure))
    assert.match(error.message, /554/)
  })

  test('that cannot be reached is retried', async () => {
    const error = await failureOf(open({ port: 1 }).send(recovery()))
    assert.ok(!(error instanceof PermanentFailure))
    assert.match(error.message, /ECONNREFUSED/)
  })

  const hanging: [what: string, talk: (socket: Socket) => void][] = [
    ['sends nothing', () => {}],
    ['greets and then sends nothing', (socket) => socket.write('220 here\r\n')],
    [
      'never ends its response',
      (socket) => {
        socket.write('220 here\r\n')
        const talking = setInterval(() => socket.write('250-and\r\n'), 20)
        socket.on('close', () => clearInterval(talking))
      },
    ],
  ]
  for (const [what, talk] of hanging) {
    test(`that ${what} times out`, async () => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        talk(socket)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      after(() => server.close())
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      const began = Date.now()
      await failureOf(open({ port }, {}, 300).send(recovery()))
      assert.ok(Date.now() - began < 2000)
    })
  }

  test('that never accepts the email times out', async () => {
    const receiver = await receiverFor({ beforeYes: () => new Promise(() => {}) })
    const error = await failureOf(open(receiver, {}, 300).send(recovery()))
    assert.ok(!(error instanceof PermanentFailure))
  })

  test('that closed an idle connection gets the next email over a new one', async () => {
    const receiver = await receiverFor()
    const mailer = open(receiver)
    await mailer.send(recovery())
    receiver.dropConnections()
    await mailer.send(recovery())
    assert.equal(receiver.received.length, 2)
  })
})
