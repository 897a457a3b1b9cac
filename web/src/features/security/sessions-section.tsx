import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { Chip } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { Time } from '#ui/time.tsx'
import { useAction } from '#ui/use-act.ts'
import { deviceName } from './device-name.ts'
import styles from './security.module.css'

export function SessionsSection({ userId }: { userId: string }) {
  const query = useQuery(sessionsOf(userId))
  const keys = [['accounts', 'sessions', userId]]
  const others = useAction({
    run: endOtherSessions,
    done: 'Your other devices are logged out.',
    failed: "Your other devices weren't logged out.",
    keys,
  })
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Section
      title="Sessions"
      isFlush
      actions={
        <Button
          variant="default"
          size="sm"
          disabled={!hasOthers}
          loading={others.isBusy}
          onClick={() => others.start()}
        >
          Log out other devices
        </Button>
      }
    >
      {others.failure ? <Notice tone="red">{others.failure}</Notice> : null}
      <Loaded
        query={query}
        loading="Loading sessions..."
        failed="Failed to load sessions."
        skeleton={<RowSkeletons count={2} />}
      >
        {(sessions) => (
          <ul aria-label="Sessions" className={styles.list}>
            {sessions.map((session) => (
              <li key={session.id}>
                <SessionRow session={session} keys={keys} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

interface SessionRowProps {
  session: UserSession
  keys: string[][]
}

function SessionRow({ session, keys }: SessionRowProps) {
  const { id, device, ipAddress, signedInAt, seenAt, isCurrent } = session
  const ending = useAction({
    run: () => endSession(id),
    done: `${device} is logged out.`,
    failed: "This device wasn't logged out.",
    keys,
  })
  return (
    <>
      <Row
        title={device}
        facts={[
          ...(ipAddress ? [ipAddress] : []),
          <>
            logged in <Time at={signedInAt} />
          </>,
          <>
            last seen <Time at={seenAt} />
          </>,
        ]}
        status={
          isCurrent ? (
            <Chip icon={CircleCheck} tone="green">
              This device
            </Chip>
          ) : undefined
        }
        action={
          isCurrent ? undefined : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Log out ${device}`}
              loading={ending.isBusy}
              onClick={() => ending.start()}
            >
              Log out
            </Button>
          )
        }
      />
      {ending.failure ? <Notice tone="red">{ending.failure}</Notice> : null}
    </>
  )
}

const sessionsOf = (userId: string) =>
  queryOptions({ queryKey: ['accounts', 'sessions', userId], queryFn: fetchSessions })

async function fetchSessions() {
  const client = await supabase()
  const rows = dataOf(await client.rpc('my_sessions'))
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    ipAddress: typeof row.ip === 'string' ? row.ip : '',
    signedInAt: row.created_at,
    // `refreshed_at` is missing until the session is refreshed for the first time.
    seenAt: row.refreshed_at || row.created_at,
    isCurrent: row.is_this,
  }))
}

type UserSession = Awaited<ReturnType<typeof fetchSessions>>[number]

async function endSession(id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('end_my_session', { id }))
}

async function endOtherSessions() {
  const { auth } = await supabase()
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
