import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { codeOrName, dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { lazySection } from '#ui/lazy.tsx'
import { useAccount } from '../session/account-context.ts'
import { useKnownSession } from '../session/use-session.ts'

const SecondFactorNeeded = lazySection(() => import('./second-factor-needed.tsx'))

/** Whether admins need one here is for the server to say; until it does, the page goes on. */
export function RequireSecondFactor({ children }: { children: ReactNode }) {
  const { userId } = useAccount()
  const session = useKnownSession()
  const hasNone = session.status === 'in' && !session.hasSecondFactor
  const { error } = useQuery({
    queryKey: ['accounts', 'asking-admin', userId],
    queryFn: askAsAdmin,
    staleTime: Infinity,
    enabled: hasNone,
  })
  if (!hasNone || codeOrName(error) !== 'second_factor_required') return children
  return (
    <Suspense>
      <SecondFactorNeeded />
    </Suspense>
  )
}

async function askAsAdmin() {
  const client = await supabase()
  return dataOf(await client.rpc('asking_admin', undefined, { get: true }))
}
