import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { landingOf, type Role } from '../roles.ts'
import { useAccount } from '../session/account-context.ts'
import { AccessDenied } from './access-denied.tsx'

interface Props {
  roles: readonly Role[]
  children: ReactNode
}

/** Hides what the server would refuse anyway. */
export function RequireRole({ roles, children }: Props) {
  const { role, isNewcomer } = useAccount()
  if (isNewcomer) return <Navigate to={landingOf.newcomer} replace />
  return role && roles.includes(role) ? children : <AccessDenied />
}
