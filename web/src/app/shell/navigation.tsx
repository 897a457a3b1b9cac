import {
  Inbox,
  Briefcase,
  Building2,
  CalendarClock,
  Compass,
  CreditCard,
  FileText,
  Gavel,
  HardHat,
  House,
  type LucideIcon,
  Mail,
  MailX,
  ScrollText,
  Settings,
  Star,
  UserRound,
  UserRoundPlus,
  Users,
  UserSearch,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'
import { useAccount } from '#lib/session/account.ts'
import type { Role } from '#lib/session/roles.ts'

export interface NavigationEntry {
  to: string
  label: string
  icon: LucideIcon
  /** Whether the entry shows the number of unread messages. */
  isInbox?: true
  /** Whether the entry is current only on this path, and not on the paths below it. */
  isExact?: true
}

const inbox: NavigationEntry = { to: '/inbox', label: 'Inbox', icon: Inbox, isInbox: true }
const consultants: NavigationEntry = { to: '/consultants', label: 'Consultants', icon: UserSearch }
const documents: NavigationEntry = { to: '/upload-documents', label: 'Documents', icon: FileText }

/**
 * Phones show the first four in the bottom bar. Facilities and contractors find their profile and settings in the
 * account menu.
 */
export const navigation: Record<Role, NavigationEntry[]> = {
  consultant: [
    { to: '/consultant', label: 'Overview', icon: House, isExact: true },
    inbox,
    { to: '/consultant/documents', label: 'Documents', icon: FileText },
    { to: '/consultant/reviews', label: 'Reviews', icon: Star },
    { to: '/edit-profile', label: 'Profile', icon: UserRound },
  ],
  facility: [
    { to: '/facility-dashboard', label: 'Home', icon: House },
    inbox,
    { to: '/facility/jobs', label: 'Jobs', icon: Briefcase },
    { to: '/facility/bids', label: 'Bids', icon: Gavel },
    { to: '/facility/payments', label: 'Payments', icon: CreditCard },
    { to: '/facility/consultations', label: 'Consultations', icon: CalendarClock },
    consultants,
    documents,
  ],
  contractor: [
    { to: '/contractor-dashboard', label: 'Home', icon: House },
    inbox,
    { to: '/contractor/jobs', label: 'Find work', icon: Compass },
    { to: '/contractor/bids', label: 'Bids', icon: Gavel },
    { to: '/contractor/active', label: 'Active jobs', icon: HardHat },
    { to: '/contractor/payments', label: 'Payments', icon: CreditCard },
    consultants,
    documents,
  ],
  admin: [
    { to: '/admin-dashboard', label: 'Home', icon: House },
    { to: '/admin/users', label: 'Users', icon: Users },
    { to: '/admin/jobs', label: 'Jobs', icon: Briefcase },
    { to: '/admin/bids', label: 'Bids', icon: Gavel },
    { to: '/admin/consultations', label: 'Consultations', icon: CalendarClock },
    { to: '/admin/payments', label: 'Payments', icon: CreditCard },
    { to: '/admin/demo-requests', label: 'Demo requests', icon: Mail },
  ],
}

/** These entries are behind "More" on phones. Wide screens link to the same pages elsewhere. */
export const moreEntries: Record<Role, NavigationEntry[]> = {
  consultant: [],
  facility: [],
  contractor: [],
  admin: [
    { to: '/admin/contractors', label: 'Contractors', icon: HardHat },
    { to: '/admin/consultants', label: 'Consultants', icon: UserSearch },
    { to: '/admin/facilities', label: 'Facilities', icon: Building2 },
    { to: '/admin/newcomers', label: 'New sign-ups', icon: UserRoundPlus },
    { to: '/admin/mails', label: 'Unsent emails', icon: MailX },
    { to: '/admin/audit', label: 'Audit log', icon: ScrollText },
    inbox,
    { to: '/settings', label: 'Settings', icon: Settings },
  ],
}

interface NavigationLinkProps {
  entry: NavigationEntry
  className: string | undefined
  onClick?: () => void
}

export function NavigationLink({ entry, className, onClick }: NavigationLinkProps) {
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
