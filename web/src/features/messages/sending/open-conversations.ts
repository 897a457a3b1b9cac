import type { Conversation } from '../conversation/conversation.ts'

/** Those that this page shows at the moment, by id. */
export const openConversations = new Map<string, Conversation>()
