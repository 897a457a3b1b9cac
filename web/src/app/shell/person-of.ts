import type { Account } from '#features/accounts/session/account-context.ts'

export function personOf({ userId, email, me }: Account) {
  return { id: userId, name: me?.name || email, picture: me?.picture }
}
