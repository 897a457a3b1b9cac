// How far a sign-in by code has come. It stands in the history: Back leads back, and what a phone forgets while its
// owner reads the mail is there again.
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useHydrated } from '../../../lib/use-hydrated.ts'

const kept = z.object({
  byCode: z.object({
    email: z.string(),
    /** When the mail was asked for; not yet where it is missing. */
    askedAt: z.optional(z.number()),
    /** It was not the first. */
    isAgain: z.optional(z.boolean()),
  }),
})

export type CodeStage = z.infer<typeof kept>['byCode']

export function useCodeStage() {
  const { search, ...location } = useLocation()
  const navigate = useNavigate()
  const { data } = kept.safeParse(location.state)
  return {
    stage: useHydrated() ? data?.byCode : undefined,
    go: (byCode: CodeStage) => void navigate({ search }, { state: { byCode } }),
    /** In the place of what is shown: Back does not lead to it. */
    replace: (byCode: CodeStage) => void navigate({ search }, { state: { byCode }, replace: true }),
    leave: () => void navigate({ search }, { state: null, replace: true }),
  }
}

export function stageWords({ askedAt }: CodeStage) {
  return askedAt === undefined
    ? { title: 'Sign in with a code', lead: 'We mail you 6 digits; no password is needed.' }
    : { title: 'Check your email' }
}
