import { createClient } from '@supabase/supabase-js'
import { fetchAnonKey, auth, url } from './accounts.ts'
import { password, people } from './people.ts'

/**
 * Sends a message as the demo's contractor to the demo's facility. The message continues the contractor's latest job
 * conversation.
 */
export async function writeToFacility(content: string) {
  const client = createClient(url, await fetchAnonKey(), { auth })
  const { contractor, facility } = people
  const { data } = await client.auth.signInWithPassword({ email: contractor.email, password })
  const sender = data.user?.id ?? ''
  const reader = createClient(url, await fetchAnonKey(), { auth })
  const recipientSignIn = await reader.auth.signInWithPassword({ email: facility.email, password })
  const recipient = recipientSignIn.data.user?.id ?? ''
  const { data: lastMessage } = await client
    .from('messages')
    .select('job_id')
    .eq('sender_id', sender)
    .eq('recipient_id', recipient)
    .not('job_id', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  await client
    .from('messages')
    .insert({
      job_id: lastMessage.job_id,
      sender_id: sender,
      recipient_id: recipient,
      sender_name: 'A contractor',
      content,
    })
    .throwOnError()
}
