// Creates users with phone numbers, and signs them in.
import { randomInt } from 'node:crypto'
import { server } from './clients.ts'
import { expectAuthData, newClient, expectPresent } from './people.ts'

export const password = 'a hinge and two gates'

/** Returns a new phone number without the plus sign, as the server stores it. */
export const newNumber = () => `1555${randomInt(1_000_000_000, 9_999_999_999)}`

/** Creates a user with a confirmed phone number and a password. */
export async function createUserWithPhone(
  more: Parameters<typeof server.auth.admin.createUser>[0] = {},
) {
  const phone = newNumber()
  const attributes = {
    phone,
    password,
    phone_confirm: true,
    app_metadata: { role: 'facility' },
    ...more,
  }
  const { user } = await expectAuthData(server.auth.admin.createUser(attributes))
  return expectPresent(user)
}

export async function signInByPhone(phone: string | undefined, client = newClient()) {
  const credentials = { phone: phone ?? '', password }
  const { session } = await expectAuthData(client.auth.signInWithPassword(credentials))
  return { client, session: expectPresent(session) }
}
