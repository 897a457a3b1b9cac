import * as z from 'zod/mini'
import { callFunction } from '#lib/call-function.ts'
import { formatDays } from '../platform/day-range.ts'

const said = z.object({
  answer: z.string(),
  filter: z.nullable(
    z.object({
      topic: z.string(),
      /** Without days it is as of now. */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  link: z.nullable(z.string().check(z.startsWith('/'))),
})

export interface AssistantAnswer {
  text: string
  /** What was understood: "bids, Nov 9 to Nov 15, 2026". */
  understood: string
  /** Where it is shown, over the same days. */
  link: string
}

export async function askAssistant(question: string): Promise<AssistantAnswer> {
  const { answer, filter, link } = said.parse(await callFunction('assistant', { question }))
  const days = filter?.from && filter.to ? { from: filter.from, to: filter.to } : undefined
  const when = days ? formatDays(days) : 'as of now'
  const isByDay = days && link === '/admin-dashboard'
  return {
    text: answer,
    understood: filter ? `${filter.topic}, ${when}` : '',
    link: isByDay ? `${link}?range=custom&from=${days.from}&to=${days.to}` : (link ?? ''),
  }
}
