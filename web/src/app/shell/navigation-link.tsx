import { NavLink } from 'react-router'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'
import type { Entry } from './navigation.ts'

interface Props {
  entry: Entry
  className: string | undefined
  onClick?: () => void
}

export function NavigationLink({ entry, className, onClick }: Props) {
  const { userId } = useAccount()
  const { to, label, icon: Icon, isInbox, isExact = false } = entry
  return (
    <NavLink to={to} end={isExact} prefetch="intent" className={className ?? ''} onClick={onClick}>
      <Icon size={18} strokeWidth={1.9} aria-hidden />
      <span>{label}</span>
      {isInbox ? <UnreadBadge userId={userId} /> : null}
    </NavLink>
  )
}
