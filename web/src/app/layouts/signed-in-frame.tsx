import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { isSessionEnded } from '#lib/errors.ts'
import { makeQueryClient } from '#lib/queries.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { Toasts } from '#ui/toasts.tsx'
import { UiProvider } from '#ui/ui-provider.tsx'
import { Shell } from '../shell/shell.tsx'
import { AccountProvider } from './account-provider.tsx'
import { RequireSession } from './require-session.tsx'

export function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <UiProvider>
      <RequireSession>
        {({ userId, email, sessionRole }) => (
          // The key makes React drop all cached data when another user signs in.
          <Queries key={userId}>
            <AccountProvider userId={userId} email={email} sessionRole={sessionRole}>
              <Shell>{children}</Shell>
            </AccountProvider>
          </Queries>
        )}
      </RequireSession>
    </UiProvider>
  )
}

function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => makeQueryClient(checkSession))
  // Clear the cache on unmount, because its timers would keep the user's data in memory.
  useEffect(() => () => client.clear(), [client])
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toasts />
    </QueryClientProvider>
  )
}

function checkSession(error: unknown) {
  if (isSessionEnded(error)) void sessionStore.refreshOrEnd()
}
