// How far a sign-in without a password has come. It stands in the history: Back leads back, and what a phone forgets while
// its owner reads the mail is there again.
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

const kept = z.object({
  stage: z.object({
    by: z.enum(['mail', 'phone', 'company']),
    /** The address or number, as far as it is known. */
    to: z.string(),
    /** When a code was asked for; not yet where it is missing. */
    askedAt: z.optional(z.number()),
    /** It was not the first. */
    isAgain: z.optional(z.boolean()),
  }),
})

/** What stands in the history while a stage is shown. */
export type Kept = z.infer<typeof kept>
export type Stage = Kept['stage']

export function useStages() {
  const { search, ...location } = useLocation()
  const navigate = useNavigate()
  return {
    stage: kept.safeParse(location.state).data?.stage,
    go: (stage: Stage) => void navigate({ search }, { state: { stage } }),
    /** In the place of what is shown: Back does not lead to it. */
    replace: (stage: Stage) => void navigate({ search }, { state: { stage }, replace: true }),
    leave: () => void navigate({ search }, { state: null, replace: true }),
  }
}

export type Stages = ReturnType<typeof useStages>
