import { Failure, dataOf, explain, isTransient, errorFieldsOf } from '#lib/errors.ts'
import type { Client } from '#lib/supabase.ts'
import { messageColumns, messageIn } from './message.ts'
import type { Answer, Outgoing } from './outbox.ts'

/** In milliseconds: whether it arrived is not known then, and asked by sending it again. */
const patience = 10_000
const unanswered = 'Mendwell did not answer in time.'

/** Hands one message to the server. A repeat of one that it has already counts as sent. */
export function postOf(client: () => Promise<Client>, me: string) {
  return async (outgoing: Outgoing): Promise<Answer> => {
    try {
      return { kind: 'sent', message: await insert(await client(), outgoing, me) }
    } catch (error) {
      const reason = isGivenUp(error) ? unanswered : explain(error)
      return { kind: isForLater(error) ? 'later' : 'refused', reason }
    }
  }
}

async function insert(client: Client, outgoing: Outgoing, me: string) {
  const { error, data, status } = await client
    .from('messages')
    .insert({
      client_id: outgoing.clientId,
      sender_id: me,
      // Stamped by the server, as the time and the number are.
      sender_name: '',
      recipient_id: outgoing.recipientId,
      content: outgoing.content,
      job_id: outgoing.jobId,
      consultation_id: outgoing.consultationId,
    })
    .select(messageColumns)
    .abortSignal(AbortSignal.timeout(patience))
    .single()
  if (errorFieldsOf(error).code === '23505') return readSent(client, outgoing, me)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return messageIn(data)
}

async function readSent(client: Client, { clientId }: Outgoing, me: string) {
  const sent = client
    .from('messages')
    .select(messageColumns)
    .eq('sender_id', me)
    .eq('client_id', clientId)
  return messageIn(dataOf(await sent.abortSignal(AbortSignal.timeout(patience)).single()))
}

/** Too many a minute, or a session that is about to be renewed: the message is as good as before. */
function isForLater(error: unknown) {
  const { status } = errorFieldsOf(error)
  return isTransient(error) || status === 429 || status === 401 || isGivenUp(error)
}

function isGivenUp(error: unknown) {
  return /abort|timed? ?out/i.test(errorFieldsOf(error).message)
}
