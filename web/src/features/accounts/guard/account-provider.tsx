import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isTransient } from '#lib/errors.ts'
import { DraftOwner } from '#lib/drafts.ts'
import { me } from '../me.ts'
import type { Role } from '../roles.ts'
import { AccountContext } from '../session/account-context.ts'
import { Checking } from './checking.tsx'

interface Props {
  userId: string
  email: string
  toldRole: Role | undefined
  children: ReactNode
}

/**
 * Looks up whose session this is. Where that fails there is no role, and what needs one is denied; only where nobody can
 * be asked, the frame opens for the role that the session was told.
 */
export function AccountProvider({ userId, email, toldRole, children }: Props) {
  const { data, error, isPending, refetch } = useQuery(me(userId))
  if (isPending) return <Checking />
  const account = {
    userId,
    email,
    role: data || !isTransient(error) ? data?.role : toldRole,
    me: data ?? undefined,
    isNewcomer: data === null,
    roleError: error,
    lookUpAgain: () => void refetch(),
  }
  return (
    <AccountContext value={account}>
      <DraftOwner value={userId}>{children}</DraftOwner>
    </AccountContext>
  )
}
