import {
  Bell,
  Briefcase,
  Building2,
  CalendarClock,
  CreditCard,
  FileText,
  Gavel,
  HardHat,
  LayoutDashboard,
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
import type { Role } from '#features/accounts/roles.ts'

export interface Entry {
  to: string
  label: string
  icon: LucideIcon
  /** The inbox carries the number of unread messages. */
  isInbox?: true
  /** Only this very path, and none below it. */
  isExact?: true
}

const inbox: Entry = { to: '/inbox', label: 'Inbox', icon: Bell, isInbox: true }
const settings: Entry = { to: '/settings', label: 'Settings', icon: Settings }
const findConsultant: Entry = { to: '/consultants', label: 'Consultants', icon: UserSearch }
const profile: Entry = { to: '/edit-profile', label: 'Profile', icon: UserRound }
const documents: Entry = { to: '/upload-documents', label: 'Documents', icon: FileText }

/** At most seven for each role; the first four stand in the bar of a phone. */
export const navigation: Record<Role, Entry[]> = {
  consultant: [
    { to: '/consultant', label: 'Overview', icon: LayoutDashboard, isExact: true },
    inbox,
    { to: '/consultant/documents', label: 'Documents', icon: FileText },
    { to: '/consultant/reviews', label: 'Reviews', icon: Star },
    profile,
    settings,
  ],
  facility: [
    { to: '/facility-dashboard', label: 'Dashboard', icon: LayoutDashboard },
    inbox,
    findConsultant,
    profile,
    documents,
    settings,
  ],
  contractor: [
    { to: '/contractor-dashboard', label: 'Dashboard', icon: LayoutDashboard },
    inbox,
    documents,
    profile,
    findConsultant,
    settings,
  ],
  admin: [
    { to: '/admin-dashboard', label: 'Dashboard', icon: LayoutDashboard },
    { to: '/admin/users', label: 'Users', icon: Users },
    { to: '/admin/jobs', label: 'Jobs', icon: Briefcase },
    { to: '/admin/bids', label: 'Bids', icon: Gavel },
    { to: '/admin/consultations', label: 'Consultations', icon: CalendarClock },
    { to: '/admin/payments', label: 'Payments', icon: CreditCard },
    { to: '/admin/demo-requests', label: 'Demo requests', icon: Mail },
  ],
}

/** On a phone behind "More" as well: elsewhere tiles and the account menu lead there. */
export const furtherPlaces: Record<Role, Entry[]> = {
  consultant: [],
  facility: [],
  contractor: [],
  admin: [
    { to: '/admin/contractors', label: 'Contractors', icon: HardHat },
    { to: '/admin/consultants', label: 'Consultants', icon: UserSearch },
    { to: '/admin/facilities', label: 'Facilities', icon: Building2 },
    { to: '/admin/newcomers', label: 'Newcomers', icon: UserRoundPlus },
    { to: '/admin/mails', label: 'Unsent mails', icon: MailX },
    { to: '/admin/audit', label: 'Audit log', icon: ScrollText },
    inbox,
    settings,
  ],
}
