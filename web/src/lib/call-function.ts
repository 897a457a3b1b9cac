import { Failure, functionRefused, textIn } from './errors.ts'
import { supabase } from './supabase.ts'

/** Calls the server function of this name. If the server refuses, the message is written for users. */
export async function callFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  const client = await supabase()
  const answer: InvokeResponse = await client.functions.invoke<unknown>(name, { body })
  if (answer.error) throw await refusalIn(answer.error)
  return answer.data
}

interface InvokeResponse {
  data: unknown
  error: unknown
}

/** Returns the refusal within an error. The client keeps the actual response or network error in `context`. */
async function refusalIn(error: unknown) {
  const context: unknown = error instanceof Error ? Reflect.get(error, 'context') : undefined
  if (!(context instanceof Response)) return context ?? error
  const message = textIn(await jsonIn(context), 'message')
  const code = message ? functionRefused : ''
  return new Failure({ code, status: context.status, message, hint: '' })
}

/** Returns the parsed JSON body, if there is one. A proxy in front of the server may respond with an HTML page. */
async function jsonIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
