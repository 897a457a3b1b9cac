import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { AccountProvider } from '#features/accounts/guard/account-provider.tsx'
import { RequireSession } from '#features/accounts/guard/require-session.tsx'
import { sessionStore } from '#features/accounts/session/session-store.ts'
import { isSessionEnded } from '#lib/errors.ts'
import { makeQueryClient } from '#lib/queries.ts'
import { Toasts } from '#ui/toast.tsx'
import { Shell } from '../shell/shell.tsx'

export default function SignedInLayout() {
  return (
    <RequireSession>
      {({ userId, email, toldRole }) => (
        // Another person starts with nothing of what this one was shown.
        <Queries key={userId}>
          <AccountProvider userId={userId} email={email} toldRole={toldRole}>
            <Shell>
              <Outlet />
            </Shell>
          </AccountProvider>
        </Queries>
      )}
    </RequireSession>
  )
}

function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => makeQueryClient(noticeEndedSession))
  // Its timers would keep it in the page that somebody left.
  useEffect(() => () => client.clear(), [client])
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toasts />
    </QueryClientProvider>
  )
}

function noticeEndedSession(error: unknown) {
  if (isSessionEnded(error)) void sessionStore.renewOrEnd()
}
