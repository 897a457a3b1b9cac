import { errorFieldsOf, Failure } from '#lib/errors.ts'
import type { Role } from '#lib/session/roles.ts'
import { supabase } from '#lib/supabase.ts'

// The server writes the reason for each of these actions on an account to the audit log.

export async function endSessions(id: string, reason: string) {
  const client = await supabase()
  throwOnError(await client.rpc('admin_end_sessions', { user_id: id, reason }))
}

interface Admission {
  role: Role
  full_name: string
  company_name: string
  reason: string
}

/** Gives a first role to a self-registered user. */
export async function admit(id: string, admission: Admission) {
  const client = await supabase()
  throwOnError(await client.rpc('admin_admit', { user_id: id, ...admission }))
}

export async function changeRole(id: string, role: Role, reason: string) {
  const client = await supabase()
  throwOnError(await client.rpc('admin_set_role', { user_id: id, role, reason }))
}

/** @param until  The end of the ban as a timestamp, or "infinity". */
export async function ban(id: string, until: string, reason: string) {
  const client = await supabase()
  throwOnError(await client.rpc('admin_ban', { user_id: id, until, reason }))
}

export async function liftBan(id: string, reason: string) {
  const client = await supabase()
  throwOnError(await client.rpc('admin_ban', { user_id: id, reason }))
}

/** Sends the same email as the page "Forgot your password?". Anybody can cause it, so no reason is needed. */
export async function emailResetLink(email: string) {
  const { auth } = await supabase()
  const { error } = await auth.resetPasswordForEmail(email)
  if (error) throw error
}

function throwOnError({ error, status }: { error: unknown; status: number }) {
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

export const roleChoices = [
  { value: 'contractor', label: 'Contractor' },
  { value: 'consultant', label: 'Consultant' },
  { value: 'facility', label: 'Facility' },
  { value: 'admin', label: 'Admin' },
] as const satisfies { value: Role; label: string }[]
