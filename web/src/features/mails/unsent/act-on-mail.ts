import { dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** What lists such mails, or counts them. */
export const changedByMails = [['mails'], ['audit'], ['analytics']] as const

export async function sendAgain(mail_id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('admin_send_again', { mail_id }))
}

export async function removeMail(mail_id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('admin_remove_mail', { mail_id }))
}
