import { Failure, functionRefused, textIn } from './errors.ts'
import { supabase } from './supabase.ts'

/** Calls a server function of this name. What it refuses, it refuses in words made for people. */
export async function callFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  const client = await supabase()
  const answer: Answer = await client.functions.invoke<unknown>(name, { body })
  if (answer.error) throw await refusalIn(answer.error)
  return answer.data
}

interface Answer {
  data: unknown
  error: unknown
}

/** The client keeps what really happened aside: the answer, or why there was none. */
async function refusalIn(error: unknown) {
  const context: unknown = error instanceof Error ? Reflect.get(error, 'context') : undefined
  if (!(context instanceof Response)) return context ?? error
  const message = textIn(await jsonIn(context), 'message')
  const code = message ? functionRefused : ''
  return new Failure({ code, status: context.status, message, hint: '' })
}

/** What stands before the server may answer by a page of its own. */
async function jsonIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
