// Calls the server function create-user, and checks its responses.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sendRequest, jsonHeaders } from './http-request.ts'
import { idOf } from './clients.ts'
import { query } from './database.ts'
import { secrets } from './target.ts'
import { tokenFor } from './tokens.ts'

export const password = 'a hinge and two gates'
export const newAddress = () => `${randomUUID()}@example.test`

/** Returns the fields that the form for a new user sends according to the specification. */
export const newUserFields = (more: Record<string, unknown> = {}) => ({
  email: newAddress(),
  password,
  role: 'contractor',
  full_name: 'Ada M. Gate',
  company_name: 'Gates & Co.',
  business_type: null,
  services: [],
  expertise: [],
  ...more,
})

const messageBody = z.object({ message: z.string() })
export const createdResponse = z.object({
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    role: z.string(),
    full_name: z.string(),
    company_name: z.string(),
    created_at: z.string(),
  }),
})

export interface NewUserRequest {
  token?: string
  body?: unknown
  raw?: string
  method?: string
  apikey?: string
}

export async function callCreateUser({
  token,
  body,
  raw,
  method = 'POST',
  apikey = secrets.anonKey,
}: NewUserRequest) {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return sendRequest('/functions/v1/create-user', {
    method,
    headers: { apikey, ...bearer, ...jsonHeaders },
    ...(method === 'GET' ? {} : { body: raw ?? JSON.stringify(body) }),
  })
}

export const adminToken = () => tokenFor(idOf('admin'))

export async function createAccount(body: unknown) {
  const { status, text } = await callCreateUser({ token: adminToken(), body })
  assert.equal(status, 200, text)
  assert.ok(!text.includes(secrets.serviceRoleKey) && !text.includes(password))
  return createdResponse.parse(JSON.parse(text)).user
}

export async function callForRefusal(request: NewUserRequest) {
  const { status, text } = await callCreateUser(request)
  return [status, messageBody.parse(JSON.parse(text)).message]
}

export const countUsers = async (email: string) =>
  (await query('select from auth.users where email = lower($1)', [email])).length
