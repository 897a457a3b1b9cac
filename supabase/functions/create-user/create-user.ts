import type { Context } from '../_shared/context.ts'
import { Refusal } from '../_shared/handler.ts'
import { readJsonObject } from '../_shared/json.ts'
import type { NewUser } from './new-user.ts'

/** The database adds the profile and the entry in the audit log. */
export async function createUser(context: Context, user: NewUser, admin: string) {
  const account = await (user.invite ? inviteUser : createWithPassword)(context, user, admin)
  const { role, full_name, company_name } = user
  const { id, email, created_at } = account
  return { id, email, role, full_name, company_name, created_at }
}

async function createWithPassword(context: Context, user: NewUser, admin: string) {
  return accept(await post(context, accountsPath, accountOf(user, admin)))
}

/** If an account with this email and role exists already, emails another link. */
async function inviteUser(context: Context, user: NewUser, admin: string) {
  const created = await post(context, accountsPath, accountOf(user, admin))
  const isKnown = created.body['error_code'] === 'email_exists'
  if (!isKnown || !(await hasRole(context, user))) accept(created)
  return accept(await post(context, '/auth/v1/invite', { email: user.email }))
}

/** Returns whether the email belongs to a user with this role. */
async function hasRole({ api, serviceRoleKey }: Context, { email, role }: NewUser) {
  const filters = new URLSearchParams({
    select: 'id',
    email: `eq.${email.toLowerCase()}`,
    role: `eq.${role}`,
  })
  const path = `/rest/v1/admin_user_list?${filters.toString()}`
  const response = await api(path, { headers: serverHeaders(serviceRoleKey) }).catch(
    () => undefined,
  )
  const rows: unknown = await response?.json().catch(() => undefined)
  return response?.ok === true && Array.isArray(rows) && rows.length === 1
}

const accountsPath = '/auth/v1/admin/users'

interface Reply {
  response: Response | undefined
  body: Record<string, unknown>
}

async function post({ api, serviceRoleKey }: Context, path: string, body: object): Promise<Reply> {
  const response = await api(path, {
    method: 'POST',
    headers: { ...serverHeaders(serviceRoleKey), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  return { response, body: (await readJsonObject(response)) ?? {} }
}

function serverHeaders(key: string) {
  return { apikey: key, authorization: `Bearer ${key}` }
}

/** Throws a refusal if the reply contains no account. */
function accept({ response, body }: Reply) {
  if (!response?.ok || body['id'] === undefined) throw refusalFor(response, body)
  return body
}

/** The role is in the app metadata, because users can change their own user metadata. */
function accountOf(user: NewUser, admin: string) {
  const { email, password, full_name, company_name, services } = user
  const { role, business_type, expertise } = user
  return {
    email,
    password,
    // An invited user confirms the email by opening the link in the invitation.
    email_confirm: !user.invite,
    user_metadata: { full_name, company_name, services },
    app_metadata: { role, business_type, expertise, created_by: admin },
  }
}

const statuses: Record<string, number> = {
  email_exists: 409,
  weak_password: 400,
  validation_failed: 400,
}

function refusalFor(response: Response | undefined, body: Record<string, unknown>) {
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
