// Text messages of this installation: worded by templates, delivered by the service that the operator configured.
import { openSmsClient, type SmsService } from './sms-client.ts'
import { loadSmsTemplates, type SmsKind, type SmsValues } from './sms-templates.ts'

interface CodeSms extends SmsValues {
  /** The id of the job that sends it. */
  id: string
  kind: SmsKind
  /** Digits only, as stored. */
  phone: string
}

export type SendCode = (sms: CodeSms) => Promise<void>

interface SmsOptions {
  /** Undefined if no phone numbers are used. */
  service: SmsService | undefined
  site: string
  productName: string
  productFolder: string | undefined
}

export async function openSms({ service, ...options }: SmsOptions): Promise<SendCode> {
  const { productFolder } = options
  const render = productFolder ? await loadSmsTemplates({ ...options, productFolder }) : undefined
  const send = service && openSmsClient(service)
  return async ({ id, kind, phone, ...values }) => {
    if (!send) throw new Error('There is no SMS service: SMS_URL is not set.')
    if (!render)
      throw new Error('There are no SMS templates: the server has no application schema.')
    await send({ id, to: `+${phone}`, body: render(kind, values) })
  }
}
