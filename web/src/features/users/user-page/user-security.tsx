import { useQuery } from '@tanstack/react-query'
import { LogIn, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#lib/browser-state.ts'
import { formatTimeWithZone } from '#lib/format.ts'
import { Chip } from '#ui/badge.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { Time } from '#ui/time.tsx'
import { BanChip, isBanned } from '../ban.tsx'
import { type UserOverview, userSessions } from './user-page.queries.ts'
import { secondFactorText } from './user-overview.tsx'
import styles from './user-page.module.css'

interface Props {
  user: UserOverview
  /** The button that suspends the user or lifts the suspension. */
  banButton: ReactNode
  /** The button that ends all sessions. */
  endButton: ReactNode
}

/** Shows whether a user can log in, how they confirm it, and where they are logged in. */
export function UserSecurity({ user, banButton, endButton }: Props) {
  return (
    <>
      <Section title="Access" actions={banButton}>
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>Status</dt>
            <dd>
              <Access bannedUntil={user.bannedUntil} />
            </dd>
          </div>
          <div className={styles.fact}>
            <dt>Two-factor authentication</dt>
            <dd>{secondFactorText(user)}</dd>
          </div>
        </dl>
      </Section>
      <Section title="Sessions" isFlush actions={endButton}>
        <Sessions userId={user.id} />
      </Section>
    </>
  )
}

function Access({ bannedUntil }: { bannedUntil: string | null }) {
  const now = useNow()
  if (isBanned(bannedUntil, now)) return <BanChip until={bannedUntil} />
  return (
    <Chip icon={ShieldCheck} tone="green">
      Can log in
    </Chip>
  )
}

function Sessions({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(userSessions(userId))}
      loading="Loading sessions..."
      failed="Failed to load sessions."
      skeleton={<RowSkeletons count={2} />}
    >
      {(sessions) =>
        sessions.length === 0 ? (
          <NothingYet icon={LogIn} title="No open sessions.">
            Each login on a device appears here until it ends.
          </NothingYet>
        ) : (
          <RowList label="Sessions" rows={sessions} keyOf={({ id }) => id}>
            {({ created_at: since, refreshed_at: refreshed, has_second_factor: isStrong }) => (
              <Row
                title={`Logged in ${formatTimeWithZone(since)}`}
                facts={[
                  isStrong ? 'With two factors' : 'With one factor',
                  <>
                    Last active <Time at={refreshed || since} />
                  </>,
                ]}
              />
            )}
          </RowList>
        )
      }
    </Loaded>
  )
}
