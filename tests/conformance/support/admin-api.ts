// Calls the admin API for accounts with the service role key, which this API requires.
import { randomUUID } from 'node:crypto'
import { authCall, type CallName } from './auth-call.ts'
import { server } from './clients.ts'
import { query } from './database.ts'
import { expectAuthData, expectPresent } from './people.ts'
import { secrets } from './target.ts'

export const { admin } = server.auth
export const password = 'a hinge and two gates'
export const newAddress = () => `${randomUUID()}@example.test`

export async function createUser(more: Parameters<typeof admin.createUser>[0] = {}) {
  const email = newAddress()
  const { user } = await expectAuthData(
    admin.createUser({ email, password, email_confirm: true, ...more }),
  )
  return expectPresent(user)
}

export const callAsServiceRole = (name: CallName, body?: unknown) =>
  authCall(name, { body, token: secrets.serviceRoleKey })

export const auditEntriesOf = async (id: string, action: string) =>
  query(
    `select payload ->> 'actor_username' as who from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = $2`,
    [id, action],
  )
