// Returns a function that sends codes by SMS, with the texts of the templates.
import { openSmsClient, type SmsService } from './sms-client.ts'
import { loadSmsTemplates, type SmsKind, type SmsValues } from './sms-templates.ts'

interface CodeSms extends SmsValues {
  /** The id of the job that sends the SMS. */
  id: string
  kind: SmsKind
  /** The number has only digits, as in the database. */
  phone: string
}

export type SendCode = (sms: CodeSms) => Promise<void>

interface SmsOptions {
  /** The service is undefined if the operator configured no SMS service. */
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
