import * as z from 'zod/mini'
import { callFunction } from '#lib/call-function.ts'
import { Failure, dataOf, functionRefused, isTransient, errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { newUserFields, type NewUser } from './new-user.ts'

const person = z.object({ id: z.uuid() })
const answer = z.object({ user: person })

/** What was sent and never answered: it may have been done. */
export interface Unanswered {
  user?: string | undefined
}

/** @returns The new person's id. */
export async function addUser(user: NewUser, unanswered: Unanswered): Promise<string> {
  const sent = JSON.stringify(user)
  try {
    return await create(user)
  } catch (error) {
    if (errorFieldsOf(error).status === 409 && unanswered.user === sent) return idOf(user.email)
    unanswered.user = isTransient(error) ? sent : undefined
    throw error
  }
}

async function create(user: NewUser) {
  const said = await callFunction('create-user', {
    ...user,
    business_type: null,
    services: [],
    expertise: [],
  })
  const { success, data } = z.safeParse(answer, said)
  if (success) return data.user.id
  const message = 'Unexpected response'
  throw new Failure({ code: functionRefused, status: 200, message, hint: '' })
}

async function idOf(email: string) {
  const client = await supabase()
  const found = client.from('admin_user_list').select('id').eq('email', email.toLowerCase())
  return z.parse(person, dataOf(await found.single())).id
}

/** Where what was refused is to be mended. */
export function fieldRefused(error: unknown): string | undefined {
  const { status, message } = errorFieldsOf(error)
  if (status === 409) return 'email'
  return newUserFields.find((field) => message.toLowerCase().startsWith(field))
}
