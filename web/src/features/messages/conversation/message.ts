import * as z from 'zod/mini'

/** A message as the server has it. Its number is its place in the conversation: 1, 2, 3, without a hole. */
export interface Message {
  clientId: string
  seq: number
  senderId: string
  content: string
  isRead: boolean
  /** By the clock of the server. */
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

export function messageIn(value: unknown): Message {
  const { client_id, seq, sender_id, content, read, created_at } = row.parse(value)
  return { clientId: client_id, seq, senderId: sender_id, content, isRead: read, at: created_at }
}
