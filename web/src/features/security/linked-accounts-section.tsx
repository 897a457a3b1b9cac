import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callbackErrorMessage } from '#lib/sign-in/callback-errors.ts'
import { readSignInParams, removeSignInParams } from '#lib/sign-in/url-params.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { FailureNotice, Loaded, NothingYet } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { LinkButtons } from './link-buttons.tsx'
import { LinkedAccountRow } from './linked-account-row.tsx'
import {
  type LinkedAccount,
  linkedAccounts,
  methodName,
  offeredMethods,
} from './linked-accounts.ts'
import styles from './security.module.css'

const Unlink = lazyPart(() => import('./unlink-dialog.tsx'), PlainDialog)
const LinkCompany = lazyPart(() => import('./link-company-dialog.tsx'), PlainDialog)
const PhoneNumber = lazyPart(() => import('./phone-number-dialog.tsx'), PlainDialog)

/** Shows the ways to sign in besides a password: email, phone and provider accounts. */
export function LinkedAccountsSection({ userId }: { userId: string }) {
  const query = useQuery(linkedAccounts(userId))
  const offered = useQuery(offeredMethods)
  const { data: methods = [] } = offered
  const errorCode = useLinkResult()
  const unlinking = useDialog<LinkedAccount>()
  const company = useDialog<number>()
  const number = useDialog<number>()
  const open = ({ subject = 0, open: show }: typeof number) => show(subject + 1)
  const change = methods.includes('phone') ? () => open(number) : undefined
  const phone = query.data?.find(({ identity }) => identity.provider === 'phone')
  return (
    <Section title="Linked accounts" isFlush>
      {errorCode ? <LinkError code={errorCode} /> : null}
      <Loaded
        query={query}
        loading="Loading your linked accounts..."
        failed="Failed to load your linked accounts."
        skeleton={<RowSkeletons count={2} />}
      >
        {(accounts) => (
          <>
            {accounts.length > 0 ? (
              <ul aria-label="Linked accounts" className={styles.list}>
                {accounts.map((account) => (
                  <li key={account.identity.identity_id}>
                    <LinkedAccountRow
                      linked={account}
                      onUnlink={() => unlinking.open(account)}
                      onChange={change}
                    />
                  </li>
                ))}
              </ul>
            ) : (
              <NothingYet icon={Link2} title="No linked accounts yet." />
            )}
            {offered.error ? (
              <FailureNotice
                title="Failed to load the accounts that you can link."
                error={offered.error}
                onRetry={() => void offered.refetch()}
                isRetrying={offered.isFetching}
              />
            ) : null}
            <LinkButtons
              offered={methods}
              linked={accounts}
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
            linked={unlinking.subject}
            opened={unlinking.opened}
            onClose={unlinking.close}
          />
        ) : null}
        {company.subject ? (
          <LinkCompany key={company.subject} opened={company.opened} onClose={company.close} />
        ) : null}
        {number.subject ? (
          <PhoneNumber
            key={`number ${number.subject}`}
            userId={userId}
            currentNumber={phone?.account ?? ''}
            opened={number.opened}
            onClose={number.close}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}

/** Shows the result after a provider's redirect, and removes the result from the URL. */
function useLinkResult() {
  const [params, setParams] = useSearchParams()
  const [{ code, errorCode }] = useState(() => readSignInParams(params))
  const report = useEffectEvent(() => {
    if (!code && !errorCode) return
    if (code) toast(`${methodName(params.get('linked') ?? '')} is linked.`)
    const clean = (before: URLSearchParams) => {
      const after = removeSignInParams(before)
      after.delete('linked')
      return after
    }
    setParams(clean, { replace: true, preventScrollReset: true })
  })
  useEffect(() => report(), [])
  return errorCode
}

/** Shows an error and scrolls to it, because the section is below other sections of the settings. */
function LinkError({ code }: { code: string }) {
  return (
    <div className={styles.part} ref={scrollIntoView}>
      <Notice tone="red">{callbackErrorMessage(code)}</Notice>
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })
