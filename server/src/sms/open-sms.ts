// Text messages of this installation: worded by the product, handed to the service that its operator named.
import { openSmsHook, type SmsService } from './sms-hook.ts'
import { loadSmsWords, type SmsKind, type SmsValues } from './sms-words.ts'

interface CodeSms extends SmsValues {
  /** Of the work it belongs to. */
  id: string
  kind: SmsKind
  /** A number as it is kept: digits alone. */
  phone: string
}

export type SendCode = (sms: CodeSms) => Promise<void>

interface Options {
  /** Absent: there are no phone numbers here. */
  service: SmsService | undefined
  site: string
  productName: string
  productFolder: string | undefined
}

export async function openSms({ service, ...options }: Options): Promise<SendCode> {
  const { productFolder } = options
  const words = productFolder ? await loadSmsWords({ ...options, productFolder }) : undefined
  const send = service && openSmsHook(service)
  return async ({ id, kind, phone, ...values }) => {
    if (!send) throw new Error('There is no SMS service: SMS_URL is not set.')
    if (!words) throw new Error('There are no words for messages: the server has no product.')
    await send({ id, to: `+${phone}`, body: words(kind, values) })
  }
}
