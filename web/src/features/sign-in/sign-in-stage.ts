// Keeps the progress of a sign-in without a password in the history entry, so that Back and reloads work.
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

const historyState = z.object({
  stage: z.object({
    method: z.enum(['mail', 'phone', 'company']),
    /** The email or phone number that the user has typed so far. */
    recipient: z.string(),
    /** The time when the code was sent, or undefined before it is sent. */
    sentAtMs: z.optional(z.number()),
    isResent: z.optional(z.boolean()),
  }),
})

export type SignInHistoryState = z.infer<typeof historyState>
export type SignInStage = SignInHistoryState['stage']

export function useStages() {
  const { search, ...location } = useLocation()
  const navigate = useNavigate()
  return {
    stage: historyState.safeParse(location.state).data?.stage,
    go: (stage: SignInStage) => void navigate({ search }, { state: { stage } }),
    /** Replaces the current stage, so that Back skips it. */
    replace: (stage: SignInStage) => void navigate({ search }, { state: { stage }, replace: true }),
    leave: () => void navigate({ search }, { state: null, replace: true }),
  }
}

export type Stages = ReturnType<typeof useStages>
