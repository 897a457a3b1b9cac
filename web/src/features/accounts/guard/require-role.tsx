import type { ReactNode } from 'react'
import type { Role } from '../roles.ts'
import { useAccount } from '../session/account-context.ts'
import { AccessDenied } from './access-denied.tsx'

interface Props {
  roles: readonly Role[]
  children: ReactNode
}

/** Hides what the server would refuse anyway. */
export function RequireRole({ roles, children }: Props) {
  const { role } = useAccount()
  return role && roles.includes(role) ? children : <AccessDenied />
}
