// Answers an admin's questions about the statistics: {question} → {answer, filter, link}.
import { handlerFor, Refusal } from '../_shared/handler.ts'
import { answerTo } from './answer.ts'
import { type AssistantContext, readerFor } from './api.ts'
import { cannedReply } from './canned.ts'
import { readLiveFigures } from './figures.ts'
import { parseQuestion } from './question.ts'

const maxQuestionLength = 500

export default handlerFor(answer)

async function answer(request: Request, context: AssistantContext) {
  if (request.method !== 'POST') throw new Refusal(405, 'Use POST.', { allow: 'POST' })
  const read = readerFor(request, context)
  // Read the current figures first, because the database then refuses all callers who are not admins.
  const live = await readLiveFigures(read)
  const question = await readQuestion(request)
  const asked = parseQuestion(question, live.today)
  return asked ? answerTo(asked, { read, live }, live.today) : cannedReply()
}

async function readQuestion(request: Request) {
  const body: unknown = await request.json().catch(() => undefined)
  const question = textIn(body).trim()
  if (question.length > 0 && question.length <= maxQuestionLength) return question
  throw new Refusal(400, 'Send {"question": "…"} with 1 to 500 characters.')
}

function textIn(body: unknown) {
  if (typeof body !== 'object' || body === null || !('question' in body)) return ''
  return typeof body.question === 'string' ? body.question : ''
}
