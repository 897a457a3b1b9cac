import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Suspense } from 'react'
import { FailureNotice, Loaded, NothingYet } from '#ui/query-states.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { Section } from '#ui/page.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { offered } from '../offered.ts'
import styles from '../security.module.css'
import { LinkButtons } from './link-buttons.tsx'
import { RefusedLink } from './refused-link.tsx'
import { useLinkOutcome } from './use-link-outcome.ts'
import { WayInRow } from './way-in-row.tsx'
import { type WayIn, waysIn } from './ways-in.ts'

const Unlink = lazyPart(() => import('./unlink-dialog.tsx'), PlainDialog)
const LinkCompany = lazyPart(() => import('./link-company-dialog.tsx'), PlainDialog)
const NumberOf = lazyPart(() => import('./number-dialog.tsx'), PlainDialog)

/** How this account is signed in to, besides a password: by mail, by phone, through others. */
export function LinkedAccountsSection({ userId }: { userId: string }) {
  const query = useQuery(waysIn(userId))
  const offer = useQuery(offered)
  const { data: ways = [] } = offer
  const refusal = useLinkOutcome()
  const unlinking = useDialog<WayIn>()
  const company = useDialog<number>()
  const number = useDialog<number>()
  const open = ({ subject = 0, open: show }: typeof number) => show(subject + 1)
  const change = ways.includes('phone') ? () => open(number) : undefined
  const phone = query.data?.find(({ identity }) => identity.provider === 'phone')
  return (
    <Section title="Linked accounts" isFlush>
      {refusal ? <RefusedLink code={refusal} /> : null}
      <Loaded
        query={query}
        loading="Loading your linked accounts..."
        failed="Failed to load your linked accounts."
        skeleton={<RowSkeletons count={2} />}
      >
        {(present) => (
          <>
            {present.length > 0 ? (
              <ul aria-label="Linked accounts" className={styles.list}>
                {present.map((way) => (
                  <li key={way.identity.identity_id}>
                    <WayInRow way={way} onUnlink={() => unlinking.open(way)} onChange={change} />
                  </li>
                ))}
              </ul>
            ) : (
              <NothingYet icon={Link2} title="No account is linked yet." />
            )}
            {offer.error ? (
              <FailureNotice
                title="Failed to load what can be linked."
                error={offer.error}
                onRetry={() => void offer.refetch()}
                isRetrying={offer.isFetching}
              />
            ) : null}
            <LinkButtons
              offered={ways}
              present={present}
              onCompany={() => open(company)}
              onNumber={() => open(number)}
            />
          </>
        )}
      </Loaded>
      <Suspense>
        {unlinking.subject ? (
          <Unlink
            userId={userId}
            way={unlinking.subject}
            opened={unlinking.opened}
            onClose={unlinking.close}
          />
        ) : null}
        {company.subject ? (
          <LinkCompany key={company.subject} opened={company.opened} onClose={company.close} />
        ) : null}
        {number.subject ? (
          <NumberOf
            key={`number ${number.subject}`}
            userId={userId}
            present={phone?.account ?? ''}
            opened={number.opened}
            onClose={number.close}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}
