import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { Time } from '#ui/time.tsx'
import { offeredMethods } from './linked-accounts.ts'
import { type SecondFactor, secondFactors, type SecondFactors } from './second-factors.ts'
import styles from './security.module.css'

const AddApp = lazyPart(() => import('./add-app-dialog.tsx'), PlainDialog)
const AddPhone = lazyPart(() => import('./add-phone-dialog.tsx'), PlainDialog)
const RemoveFactor = lazyPart(() => import('./remove-factor-dialog.tsx'), PlainDialog)
const NewCodes = lazyPart(() => import('./recovery-codes-dialog.tsx'), PlainDialog)

export function SecondFactorSection({ userId }: { userId: string }) {
  const addingApp = useDialog<number>()
  const addingPhone = useDialog<number>()
  const removing = useDialog<SecondFactor>()
  const makingCodes = useDialog<number>()
  const query = useQuery(secondFactors(userId))
  const { data: methods = [] } = useQuery(offeredMethods)
  const addApp = () => addingApp.open((addingApp.subject ?? 0) + 1)
  const addPhone = () => addingPhone.open((addingPhone.subject ?? 0) + 1)
  const makeCodes = () => makingCodes.open((makingCodes.subject ?? 0) + 1)
  const hasCodes = query.data?.codes !== undefined
  return (
    <Section title="Two-factor authentication" isFlush>
      <Loaded
        query={query}
        loading="Loading two-factor authentication..."
        failed="Failed to load two-factor authentication."
        skeleton={<TextSkeleton lines={3} />}
      >
        {({ factors, codes }) => (
          <>
            <FactorRows factors={factors} onRemove={removing.open} />
            <div className={styles.part}>
              <p className={styles.words}>
                {factors.length > 0
                  ? "You'll enter a code after your password when you log in."
                  : 'Off. With an authenticator app, nobody can log in with only your password.'}
              </p>
              <Button
                size="sm"
                onClick={addApp}
                {...(factors.length > 0 ? { variant: 'default' } : {})}
              >
                Add an authenticator app
              </Button>
              {methods.includes('phone') ? (
                <Button size="sm" variant="default" onClick={addPhone}>
                  Add a phone
                </Button>
              ) : null}
            </div>
            {factors.length > 0 ? <RecoveryCodesStatus codes={codes} onMake={makeCodes} /> : null}
          </>
        )}
      </Loaded>
      <Suspense>
        {addingApp.subject ? (
          <AddApp
            key={addingApp.subject}
            userId={userId}
            hasCodes={hasCodes}
            opened={addingApp.opened}
            onClose={addingApp.close}
          />
        ) : null}
        {addingPhone.subject ? (
          <AddPhone
            key={`phone ${addingPhone.subject}`}
            userId={userId}
            hasCodes={hasCodes}
            opened={addingPhone.opened}
            onClose={addingPhone.close}
          />
        ) : null}
        {removing.subject ? (
          <RemoveFactor
            userId={userId}
            factor={removing.subject}
            isLast={query.data?.factors.length === 1}
            opened={removing.opened}
            onClose={removing.close}
          />
        ) : null}
        {makingCodes.subject ? (
          <NewCodes
            key={makingCodes.subject}
            userId={userId}
            hasCodes={hasCodes}
            opened={makingCodes.opened}
            onClose={makingCodes.close}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}

interface FactorRowsProps {
  factors: SecondFactor[]
  onRemove: (factor: SecondFactor) => void
}

function FactorRows({ factors, onRemove }: FactorRowsProps) {
  if (factors.length === 0) return null
  return (
    <ul aria-label="Authenticator apps" className={styles.list}>
      {factors.map((factor) => (
        <li key={factor.id}>
          <Row
            title={factor.name}
            facts={[
              <>
                Added <Time at={factor.addedAt} />
              </>,
            ]}
            action={
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Remove ${factor.name}`}
                onClick={() => onRemove(factor)}
              >
                Remove
              </Button>
            }
          />
        </li>
      ))}
    </ul>
  )
}

interface RecoveryCodesStatusProps {
  codes: SecondFactors['codes']
  onMake: () => void
}

function RecoveryCodesStatus({ codes, onMake }: RecoveryCodesStatusProps) {
  return (
    <div className={styles.part}>
      <h3>Recovery codes</h3>
      {codes && codes.remaining > 0 ? (
        <p className={styles.words}>
          {codes.remaining} of {codes.total} left. Each works once, in place of a code from your
          app.
        </p>
      ) : (
        <Notice tone="amber">
          You have no recovery codes. If you lose your phone, you could lose your account.
        </Notice>
      )}
      <Button variant="default" size="sm" onClick={onMake}>
        {codes ? 'Make new codes' : 'Get recovery codes'}
      </Button>
    </div>
  )
}
