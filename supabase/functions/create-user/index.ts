// An admin creates an account with a POST and the admin's own token. The function uses the server's own key, so it
// first asks the database whether the caller is an admin.
import type { Context } from '../_shared/context.ts'
import { handlerFor, Refusal } from '../_shared/handler.ts'
import { readJsonObject } from '../_shared/json.ts'
import { requireAdmin } from './require-admin.ts'
import { createUser } from './create-user.ts'
import { readNewUser } from './new-user.ts'

export default handlerFor(answer)

async function answer(request: Request, context: Context) {
  if (request.method !== 'POST') throw new Refusal(405, 'Use POST.', { allow: 'POST' })
  const admin = await requireAdmin(request, context)
  const sent = await readJsonObject(request)
  if (!sent) throw new Refusal(400, 'Send the user as a JSON object.')
  return { user: await createUser(context, readNewUser(sent), admin) }
}
