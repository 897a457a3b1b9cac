import * as z from 'zod/mini'

/** A message that the server has stored. `seq` numbers a conversation's messages without gaps, from 1. */
export interface Message {
  clientId: string
  seq: number
  senderId: string
  content: string
  isRead: boolean
  /** The time when the server stored the message. */
  at: string
}

export const messageColumns = 'client_id, seq, sender_id, content, read, created_at'

const row = z.object({
  client_id: z.string(),
  seq: z.number(),
  sender_id: z.string(),
  content: z.string(),
  read: z.boolean(),
  created_at: z.string(),
})

export function parseMessage(value: unknown): Message {
  const { client_id, seq, sender_id, content, read, created_at } = row.parse(value)
  return { clientId: client_id, seq, senderId: sender_id, content, isRead: read, at: created_at }
}
