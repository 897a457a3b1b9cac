// Runs an SMS service with the HTTP API of Twilio. By default, the service accepts every SMS.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { until } from './until.ts'

export interface ReceivedSms {
  to: string
  from: string
  body: string
  code: string
  /** The idempotency key, which is the same when the server sends a message again. */
  key: string
  headers: IncomingHttpHeaders
}

interface ReceiverBehavior {
  /** Returns the HTTP status of the response, which is 201 by default. */
  status?: (sms: ReceivedSms) => number
  /** Runs after the last byte of a message has arrived, and before the service responds. */
  beforeAccept?: (sms: ReceivedSms) => Promise<void>
}

/** Starts an SMS service whose `behavior` tests can change while it runs. */
export async function startSmsReceiver(behavior: ReceiverBehavior = {}) {
  const received: ReceivedSms[] = []
  const returned = new Set<ReceivedSms>()
  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const sms = parseSms(await text(request), request.headers)
    await behavior.beforeAccept?.(sms)
    const status = behavior.status?.(sms) ?? 201
    if (status < 300) received.push(sms)
    response.writeHead(status, { location: 'http://127.0.0.1:9/elsewhere' })
    response.end(JSON.stringify({ sid: 'SM1', to: sms.to, message: `To ${sms.to}: ${sms.body}` }))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0

  /** Waits for a message to this number that no earlier call returned. */
  async function next(to: string) {
    const find = () => received.find((sms) => sms.to === to && !returned.has(sms))
    await until(() => find() !== undefined)
    const sms = find()
    if (!sms) throw new Error('It was there.')
    returned.add(sms)
    return sms
  }

  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${port}/Messages.json`
  const settings = {
    SMS_URL: url,
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 'a token',
    SMS_FROM: '+15005550006',
  }
  return { url, settings, received, behavior, next, close }
}

function parseSms(form: string, headers: IncomingHttpHeaders): ReceivedSms {
  const fields = new URLSearchParams(form)
  const body = fields.get('Body') ?? ''
  const key = String(headers['idempotency-key'] ?? '')
  const [code = ''] = /^\d{6}/.exec(body) ?? []
  return { to: fields.get('To') ?? '', from: fields.get('From') ?? '', body, code, key, headers }
}
