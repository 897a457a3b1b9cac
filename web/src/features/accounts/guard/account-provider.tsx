import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DraftOwner } from '../../../ui/forms/draft-owner.ts'
import { me } from '../me.ts'
import { AccountContext } from '../session/account-context.ts'
import { Checking } from './checking.tsx'

interface Props {
  userId: string
  email: string
  children: ReactNode
}

/** Looks up whose session this is. Where that fails there is no role, and what needs one is denied. */
export function AccountProvider({ userId, email, children }: Props) {
  const { data, error, isPending, refetch } = useQuery(me(userId))
  if (isPending) return <Checking />
  const account = {
    userId,
    email,
    role: data?.role,
    me: data ?? undefined,
    roleError: error,
    lookUpAgain: () => void refetch(),
  }
  return (
    <AccountContext value={account}>
      <DraftOwner value={userId}>{children}</DraftOwner>
    </AccountContext>
  )
}
