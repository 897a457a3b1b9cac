import type { Context } from '../_shared/context.ts'
import { Refusal } from '../_shared/handler.ts'
import { readJsonObject } from '../_shared/json.ts'
import type { NewUser } from './new-user.ts'

/** Creates the account. The database adds the profile and the entry in the audit log. */
export async function createUser({ api, serviceRoleKey }: Context, user: NewUser, admin: string) {
  const response = await api('/auth/v1/admin/users', {
    method: 'POST',
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(accountOf(user, admin)),
  }).catch(() => undefined)
  const body = await readJsonObject(response)
  if (!response?.ok || !body) throw refusalFor(response, body)
  const { role, full_name, company_name } = user
  const { id, email, created_at } = body
  return { id, email, role, full_name, company_name, created_at }
}

/** Users can change their own user metadata. Only the server can change app metadata. */
function accountOf(user: NewUser, admin: string) {
  const { email, password, full_name, company_name, services } = user
  const { role, business_type, expertise } = user
  return {
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name, company_name, services },
    app_metadata: { role, business_type, expertise, created_by: admin },
  }
}

const statuses: Record<string, number> = {
  email_exists: 409,
  weak_password: 400,
  validation_failed: 400,
}

function refusalFor(response: Response | undefined, body: Record<string, unknown> = {}) {
  const { error_code: code, msg: message } = body
  const status = statuses[String(code)]
  if (status !== undefined) return new Refusal(status, String(message))
  if (response?.status === 429 || response?.status === 503 || response?.status === 504) {
    const after = response.headers.get('retry-after') ?? '1'
    const busy = 'The user cannot be created right now. Try again soon.'
    return new Refusal(503, busy, { 'retry-after': after })
  }
  return new Refusal(
    502,
    'The user could not be created. If this happens again, contact the operator of this server.',
  )
}
