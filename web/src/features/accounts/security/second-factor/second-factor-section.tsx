import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { Section } from '#ui/page.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { offered } from '../offered.ts'
import styles from '../security.module.css'
import { AppRows } from './app-rows.tsx'
import { CodesState } from './codes-state.tsx'
import { type App, secondFactors } from './second-factors.ts'

const AddApp = lazyPart(() => import('./add-app-dialog.tsx'), PlainDialog)
const AddPhone = lazyPart(() => import('./add-phone-dialog.tsx'), PlainDialog)
const RemoveApp = lazyPart(() => import('./remove-app-dialog.tsx'), PlainDialog)
const NewCodes = lazyPart(() => import('./new-codes-dialog.tsx'), PlainDialog)

export function SecondFactorSection({ userId }: { userId: string }) {
  const adding = useDialog<number>()
  const calling = useDialog<number>()
  const removing = useDialog<App>()
  const making = useDialog<number>()
  const query = useQuery(secondFactors(userId))
  const { data: ways = [] } = useQuery(offered)
  const add = () => adding.open((adding.subject ?? 0) + 1)
  const call = () => calling.open((calling.subject ?? 0) + 1)
  const make = () => making.open((making.subject ?? 0) + 1)
  const areCodesThere = query.data?.codes !== undefined
  return (
    <Section title="Two-factor sign-in" isFlush>
      <Loaded
        query={query}
        loading="Loading your apps..."
        failed="Failed to load your apps."
        skeleton={<TextSkeleton lines={3} />}
      >
        {({ apps, codes }) => (
          <>
            <AppRows apps={apps} onRemove={removing.open} />
            <div className={styles.part}>
              <p className={styles.words}>
                {apps.length > 0
                  ? 'Signing in asks for a code of your app after the password.'
                  : 'Off. With an authenticator app, nobody gets in with your password alone.'}
              </p>
              <Button size="sm" onClick={add} {...(apps.length > 0 ? { variant: 'default' } : {})}>
                Add an authenticator app
              </Button>
              {ways.includes('phone') ? (
                <Button size="sm" variant="default" onClick={call}>
                  Add a phone
                </Button>
              ) : null}
            </div>
            {apps.length > 0 ? <CodesState codes={codes} onMake={make} /> : null}
          </>
        )}
      </Loaded>
      <Suspense>
        {adding.subject ? (
          <AddApp
            key={adding.subject}
            userId={userId}
            areCodesThere={areCodesThere}
            opened={adding.opened}
            onClose={adding.close}
          />
        ) : null}
        {calling.subject ? (
          <AddPhone
            key={`phone ${calling.subject}`}
            userId={userId}
            areCodesThere={areCodesThere}
            opened={calling.opened}
            onClose={calling.close}
          />
        ) : null}
        {removing.subject ? (
          <RemoveApp
            userId={userId}
            app={removing.subject}
            isLast={query.data?.apps.length === 1}
            opened={removing.opened}
            onClose={removing.close}
          />
        ) : null}
        {making.subject ? (
          <NewCodes
            key={making.subject}
            userId={userId}
            areThere={areCodesThere}
            opened={making.opened}
            onClose={making.close}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}
