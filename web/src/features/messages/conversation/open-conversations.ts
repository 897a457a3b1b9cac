import type { Conversation } from './conversation.ts'

/** The conversations that are open in this tab, by id. */
export const openConversations = new Map<string, Conversation>()
