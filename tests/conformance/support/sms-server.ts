// Starts a server that sends each SMS to a test receiver. Modules imported afterwards use this server.
import { after } from 'node:test'
import { startSmsReceiver } from '../../support/sms-receiver.ts'
import { until } from '../../support/until.ts'
import { startOwnServer } from './own-server.ts'

interface Options {
  settings?: NodeJS.ProcessEnv
  withLimits?: boolean
}

export async function startSmsServer({ settings = {}, withLimits = false }: Options = {}) {
  const service = await startSmsReceiver()
  after(service.close)
  const allSettings = { ...service.settings, SEED: 'none', ...settings }
  const running = await startOwnServer({ settings: allSettings, withLimits })
  const { query } = await import('./database.ts')

  const nextSms = (phone: string) => service.next(`+${phone}`)

  /** Waits until the outbox has no message to this phone number. Returns how many messages arrived. */
  async function countSms(phone: string) {
    await until(async () => {
      const waiting = await query(
        `select from private.outbox
         where done_at is null and dead_at is null and payload ->> 'phone' = $1`,
        [phone],
      )
      return waiting.length === 0
    })
    return service.received.filter(({ to }) => to === `+${phone}`).length
  }

  /** Waits for the next message to a phone number. Returns the message's code and a wrong code. */
  async function nextCodes(phone: string) {
    const { code } = await nextSms(phone)
    return { code, wrong: code === '000000' ? '000001' : '000000' }
  }

  return { service, running, nextSms, countSms, nextCodes }
}
