// Creates users with phone numbers, and signs them in.
import { randomInt } from 'node:crypto'
import { server } from './clients.ts'
import { allowed, newClient, present } from './people.ts'

export const password = 'a hinge and two gates'

/** Returns a new phone number without the plus sign, as the server stores it. */
export const newNumber = () => `1555${randomInt(1_000_000_000, 9_999_999_999)}`

/** Creates a user with a confirmed phone number and a password. */
export async function newUserWithPhone(
  more: Parameters<typeof server.auth.admin.createUser>[0] = {},
) {
  const phone = newNumber()
  const wanted = {
    phone,
    password,
    phone_confirm: true,
    app_metadata: { role: 'facility' },
    ...more,
  }
  const { user } = await allowed(server.auth.admin.createUser(wanted))
  return present(user)
}

export async function signInByPhone(phone: string | undefined, client = newClient()) {
  const given = { phone: phone ?? '', password }
  const { session } = await allowed(client.auth.signInWithPassword(given))
  return { client, session: present(session) }
}
