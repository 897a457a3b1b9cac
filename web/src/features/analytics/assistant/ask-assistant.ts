import * as z from 'zod/mini'
import { callFunction } from '#lib/call-function.ts'
import { formatDays } from '../platform/day-range.ts'

const responseSchema = z.object({
  answer: z.string(),
  filter: z.nullable(
    z.object({
      topic: z.string(),
      /** `from` and `to` are null if the answer describes the present. */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  link: z.nullable(z.string().check(z.startsWith('/'))),
})

export interface AssistantAnswer {
  text: string
  /** The topic and period in the question, such as "bids, Nov 9 to Nov 15, 2026", or an empty text. */
  understood: string
  /** The path of the screen with the answer's figures, or an empty text. */
  link: string
}

export async function askAssistant(question: string): Promise<AssistantAnswer> {
  const { answer, filter, link } = responseSchema.parse(
    await callFunction('assistant', { question }),
  )
  const days = filter?.from && filter.to ? { from: filter.from, to: filter.to } : undefined
  const period = days ? formatDays(days) : 'as of now'
  const isByDay = days && link === '/admin-dashboard'
  return {
    text: answer,
    understood: filter ? `${filter.topic}, ${period}` : '',
    link: isByDay ? `${link}?range=custom&from=${days.from}&to=${days.to}` : (link ?? ''),
  }
}
