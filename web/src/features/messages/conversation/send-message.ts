import { dataOf, errorFieldsOf, explain, Failure, isTransient } from '#lib/errors.ts'
import type { Client } from '#lib/supabase.ts'
import { messageColumns, parseMessage } from './message.ts'
import type { OutgoingMessage, SendResult } from './outbox.ts'

/** After a timeout, the next attempt finds the message if it has arrived. */
const timeoutMs = 10_000
const timeoutReason = 'Mendwell took too long to respond.'

/** Returns a function that sends one message. The result is also "sent" if an earlier attempt has succeeded. */
export function messageSender(client: () => Promise<Client>, me: string) {
  return async (outgoing: OutgoingMessage): Promise<SendResult> => {
    try {
      return { kind: 'sent', message: await insertMessage(await client(), outgoing, me) }
    } catch (error) {
      const reason = isTimeout(error) ? timeoutReason : explain(error)
      return { kind: canRetry(error) ? 'later' : 'refused', reason }
    }
  }
}

async function insertMessage(client: Client, outgoing: OutgoingMessage, me: string) {
  const { error, data, status } = await client
    .from('messages')
    .insert({
      client_id: outgoing.clientId,
      sender_id: me,
      // The server replaces this value with the name of the sender.
      sender_name: '',
      recipient_id: outgoing.recipientId,
      content: outgoing.content,
      job_id: outgoing.jobId,
      consultation_id: outgoing.consultationId,
    })
    .select(messageColumns)
    .abortSignal(AbortSignal.timeout(timeoutMs))
    .single()
  if (errorFieldsOf(error).code === '23505') return fetchSent(client, outgoing, me)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return parseMessage(data)
}

async function fetchSent(client: Client, { clientId }: OutgoingMessage, me: string) {
  const sent = client
    .from('messages')
    .select(messageColumns)
    .eq('sender_id', me)
    .eq('client_id', clientId)
  return parseMessage(dataOf(await sent.abortSignal(AbortSignal.timeout(timeoutMs)).single()))
}

/** Returns true for rate limits, expired sessions, timeouts, lost connections and a server that is down. */
function canRetry(error: unknown) {
  const { status } = errorFieldsOf(error)
  return isTransient(error) || status === 429 || status === 401 || isTimeout(error)
}

function isTimeout(error: unknown) {
  return /abort|timed? ?out/i.test(errorFieldsOf(error).message)
}
