// Replies, after a delay, to questions that the assistant does not understand.
import type { AssistantAnswer } from './answer.ts'

const replyDelayMs = 1000

const replies = [
  'I can tell you about open and posted jobs, bids, revenue, new users, consultations, job categories and users by role.',
  `I didn't understand that. Try "How many bids were made last week?"`,
  `I can't answer that yet. Try "Revenue this month" or "Open jobs".`,
  'I only know numbers. Ask for one by name and dates, such as "New users in the last 30 days".',
  "I don't have an answer to that. Dates can be today, last week, this month, May, 2025 or Jan to May.",
] as const

export async function cannedReply(): Promise<AssistantAnswer> {
  await new Promise((resolve) => setTimeout(resolve, replyDelayMs))
  const answer = replies[Math.floor(Math.random() * replies.length)] ?? replies[0]
  return { answer, filter: null, link: null }
}
