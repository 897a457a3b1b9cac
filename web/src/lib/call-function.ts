import { Failure, functionRefused, textIn } from './errors.ts'
import { supabase } from './supabase.ts'

/** Calls a server function. If the function refuses, throws a Failure with a message for users. */
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

/**
 * Returns the error to throw for a failed call. An error of supabase-js contains the response or the network error as
 * `context`. A response becomes a Failure.
 */
async function refusalIn(error: unknown) {
  const context: unknown = error instanceof Error ? Reflect.get(error, 'context') : undefined
  if (!(context instanceof Response)) return context ?? error
  const message = textIn(await jsonIn(context), 'message')
  const code = message ? functionRefused : ''
  return new Failure({ code, status: context.status, message, hint: '' })
}

/** Returns the JSON body, or undefined if the body is not JSON. A proxy may respond with an HTML page. */
async function jsonIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
