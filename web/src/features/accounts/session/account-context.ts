import { createContext, use } from 'react'
import type { Me } from '../me.ts'
import type { Role } from '../roles.ts'

export interface Account {
  userId: string
  email: string
  /** None, where the look-up failed or found nothing known. */
  role: Role | undefined
  me: Me | undefined
  /** Nobody has given a role yet. */
  isNewcomer: boolean
  /** Why there is no role. */
  roleError: unknown
  lookUpAgain: () => void
}

export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('Nobody is signed in here.')
  return account
}
