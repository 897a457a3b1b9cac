import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/database.ts'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** The columns of `notification_settings` with their texts. */
export const notifications = [
  {
    name: 'email',
    label: 'Email',
    description:
      "We also email you what you haven't seen within two minutes, at most six emails a day.",
  },
  { name: 'sound', label: 'Sound', description: 'Play a sound when something new arrives.' },
  { name: 'messages', label: 'Messages', description: 'New messages in your conversations.' },
  {
    name: 'job_updates',
    label: 'Job updates',
    description:
      'Bids, awards, completed or deleted jobs, and booked, canceled or upcoming consultations.',
  },
  {
    name: 'payments',
    label: 'Payments',
    description: 'Payments that are due, recorded or refunded.',
  },
] as const

export type NotificationName = (typeof notifications)[number]['name']

type Settings = Database['public']['Tables']['notification_settings']['Insert']

const columns = 'email, sound, messages, job_updates, payments'
const allOn = { email: true, sound: true, messages: true, job_updates: true, payments: true }

export const notificationSettings = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'notifications', userId],
    queryFn: () => fetchSettings(userId),
  })

async function fetchSettings(userId: string) {
  const client = await supabase()
  const row = dataOrNull(
    await client.from('notification_settings').select(columns).eq('user_id', userId).maybeSingle(),
  )
  return row ?? allOn
}

/** Saves only one setting, so that two quick changes do not overwrite each other. */
export async function saveNotification(userId: string, name: NotificationName, isOn: boolean) {
  const client = await supabase()
  const row: Settings = { user_id: userId, [name]: isOn }
  const call = client.from('notification_settings').upsert(row)
  dataOf(await call.select('user_id').single())
}

/** Returns true if the server also sends the test notice by email. */
export async function sendTest() {
  const client = await supabase()
  return dataOf(await client.rpc('send_test_notice'))
}

export const privacy = (userId: string) =>
  queryOptions({ queryKey: ['settings', 'privacy', userId], queryFn: () => fetchPrivacy(userId) })

async function fetchPrivacy(userId: string) {
  const client = await supabase()
  return dataOf(await client.from('profiles').select('is_hidden').eq('id', userId).single())
}

export async function saveHidden(userId: string, isHidden: boolean) {
  const client = await supabase()
  const call = client.from('profiles').update({ is_hidden: isHidden }).eq('id', userId)
  dataOf(await call.select('id').single())
}
