import {
  Building2,
  CircleDot,
  HardHat,
  type LucideIcon,
  ShieldCheck,
  UserRoundPlus,
  UserSearch,
} from 'lucide-react'
import { useNow } from '#lib/browser-state.ts'
import { formatDay, formatRelativeTime } from '#lib/format.ts'
import { type Role, roleNames } from '#lib/session/roles.ts'
import { Chip } from '#ui/badge.tsx'
import { BanChip } from '../ban.tsx'
import styles from './user-page.module.css'
import type { UserOverview } from './user-page.queries.ts'

/** The server notes the last activity of a user when their session is refreshed, at least once an hour. */
const activeMs = 3_600_000

const roleIcons: Record<Role, LucideIcon> = {
  contractor: HardHat,
  facility: Building2,
  consultant: UserSearch,
  admin: ShieldCheck,
}

/** Shows the role and the state of a user, and how to recognize and reach them. */
export function UserFacts({ user }: { user: UserOverview }) {
  const { role, secondName, email, phone, location, createdAt, bannedUntil } = user
  const facts = [
    secondName,
    email || phone,
    location,
    createdAt ? `joined ${formatDay(createdAt)}` : '',
  ]
  return (
    <>
      <span className={styles.chips}>
        {role ? (
          <Chip icon={roleIcons[role]} tone="plain">
            {roleNames[role]}
          </Chip>
        ) : (
          <Chip icon={UserRoundPlus} tone="amber">
            No role yet
          </Chip>
        )}
        <BanChip until={bannedUntil} />
        <Activity user={user} />
      </span>
      <p className={styles.line}>
        {facts.filter(Boolean).map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
      </p>
    </>
  )
}

function Activity({ user: { lastActiveAt, sessionCount } }: { user: UserOverview }) {
  const now = useNow()
  if (!lastActiveAt) return null
  const isActive = sessionCount > 0 && now.getTime() - new Date(lastActiveAt).getTime() < activeMs
  if (isActive) {
    return (
      <Chip icon={CircleDot} tone="green">
        Active now
      </Chip>
    )
  }
  return <span className={styles.lastActive}>Active {formatRelativeTime(lastActiveAt, now)}</span>
}
