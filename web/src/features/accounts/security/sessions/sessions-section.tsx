import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { useAct } from '#ui/use-act.ts'
import styles from '../security.module.css'
import { endOtherSessions, mySessions } from './my-sessions.ts'
import { SessionRow } from './session-row.tsx'

/** Where somebody is signed in. */
export function SessionsSection({ userId }: { userId: string }) {
  const query = useQuery(mySessions(userId))
  const keys = [['accounts', 'sessions', userId]]
  const others = useAct({
    run: endOtherSessions,
    done: 'Every other device is signed out.',
    failed: 'The others were not signed out.',
    keys,
  })
  const hasOthers = query.data?.some(({ isThis }) => !isThis) ?? false
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
          Sign out others
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
