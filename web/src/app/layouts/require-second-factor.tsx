import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { codeOrName, dataOf } from '#lib/errors.ts'
import { useAccount } from '#lib/session/account.ts'
import { useKnownSession } from '#lib/session/session-store.ts'
import { supabase } from '#lib/supabase.ts'
import { lazySection } from '#ui/lazy.tsx'

const SecondFactorNeeded = lazySection(() => import('./second-factor-needed.tsx'))

/** Hides a page from admins without a second factor, if the server requires one for admins. */
export function RequireSecondFactor({ children }: { children: ReactNode }) {
  const { userId } = useAccount()
  const session = useKnownSession()
  const mayLackOne = session.status === 'signed-in' && !session.hasSecondFactor
  const { error } = useQuery({
    queryKey: ['accounts', 'asking-admin', userId],
    queryFn: callAsAdmin,
    staleTime: Infinity,
    enabled: mayLackOne,
  })
  if (!mayLackOne || codeOrName(error) !== 'second_factor_required') return children
  return (
    <Suspense>
      <SecondFactorNeeded />
    </Suspense>
  )
}

async function callAsAdmin() {
  const client = await supabase()
  return dataOf(await client.rpc('asking_admin', undefined, { get: true }))
}
