import { Failure, functionRefused, textIn } from './errors.ts'
import { supabase } from './supabase.ts'

/** Throws a Failure with a message for users if the server function refuses. */
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

/** An error of supabase-js contains the response or the network error as `context`. */
async function refusalIn(error: unknown) {
  const context: unknown = error instanceof Error ? Reflect.get(error, 'context') : undefined
  if (!(context instanceof Response)) return context ?? error
  const message = textIn(await jsonIn(context), 'message')
  const code = message ? functionRefused : ''
  return new Failure({ code, status: context.status, message, hint: '' })
}

/** Returns the JSON body, or undefined for other bodies, such as a proxy's HTML page. */
async function jsonIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
