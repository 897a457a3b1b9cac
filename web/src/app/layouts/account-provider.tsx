import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DraftOwner } from '#lib/drafts.ts'
import { isTransient } from '#lib/errors.ts'
import { AccountContext, accountProfile } from '#lib/session/account.ts'
import type { Role } from '#lib/session/roles.ts'
import { Checking } from './require-session.tsx'

interface Props {
  userId: string
  email: string
  sessionRole: Role | undefined
  children: ReactNode
}

/**
 * Loads the user's profile, which contains the role. If the server cannot be reached, the role from the session
 * applies.
 */
export function AccountProvider({ userId, email, sessionRole, children }: Props) {
  const { data, error, isPending, refetch } = useQuery(accountProfile(userId))
  if (isPending) return <Checking />
  const account = {
    userId,
    email,
    role: data || !isTransient(error) ? data?.role : sessionRole,
    profile: data ?? undefined,
    isNewcomer: data === null,
    profileError: error,
    retryProfile: () => void refetch(),
  }
  return (
    <AccountContext value={account}>
      <DraftOwner value={userId}>{children}</DraftOwner>
    </AccountContext>
  )
}
