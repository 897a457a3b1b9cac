import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { fieldOf } from '#lib/errors.ts'
import { sameOriginPath } from '#lib/same-origin-path.ts'
import { type LandingPage, landingPaths, type Role } from '#lib/session/roles.ts'
import { mayHaveSession } from '#lib/session/session-state.ts'
import { sessionStore, useKnownSession } from '#lib/session/session-store.ts'
import { readSignInParams } from '#lib/sign-in/url-params.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { lazyPart, lazySection, LoadFailed } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PublicCard } from '#ui/public-page.tsx'
import { PasswordForm } from './password-form.tsx'
import type { SignInHistoryState } from './sign-in-stage.ts'
import { abandonSignIn, fetchRole, type Step } from './sign-in.ts'

// The other steps are loaded on demand, because most users sign in with a password alone.
const OtherSteps = lazyPart(
  () => import('./other-steps.tsx'),
  () => card(<LoadFailed />),
)
const CallbackError = lazySection(async () => {
  const { callbackErrorMessage } = await import('#lib/sign-in/callback-errors.ts')
  return {
    default: ({ code }: { code: string }) => (
      <Notice tone="red">{callbackErrorMessage(code)}</Notice>
    ),
  }
})

const back = <BackLink href="/marketing">← Back to Home</BackLink>

const endedNotice = <Notice tone="amber">Your session has ended. Log in again to continue.</Notice>

function card(content?: ReactNode) {
  return (
    <PublicCard title="Login to Mendwell" foot={back}>
      {content}
    </PublicCard>
  )
}

export function SignInPage() {
  const leave = useLeave()
  const [params] = useSearchParams()
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const { search, ...location } = useLocation()
  const historyState: unknown = location.state
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const signInParams = readSignInParams(isHydrated ? params : undefined)
  const hasLinkOrCode = Boolean(signInParams.link ?? signInParams.code)
  useExistingSession({
    onRole: leave,
    onSecondFactor: () => setNeedsSecondFactor(true),
    isDisabled: hasLinkOrCode,
  })

  const onStep = (step: Step) => {
    if (step.isDone) return leave(step.landingPage)
    setNeedsSecondFactor(true)
  }
  const go = (next: SignInHistoryState) => void navigate({ search }, { state: next })
  const startAgain = () => {
    setNeedsSecondFactor(false)
    void navigate({ search }, { replace: true })
    void abandonSignIn()
  }

  if (needsSecondFactor || hasLinkOrCode || (isHydrated && fieldOf(historyState, 'stage'))) {
    return (
      <Suspense fallback={card()}>
        <OtherSteps
          {...{ needsSecondFactor, signInParams, onStep, foot: back }}
          onCancel={startAgain}
        />
      </Suspense>
    )
  }
  return card(
    <>
      {isHydrated && fieldOf(historyState, 'wasEnded') ? endedNotice : null}
      {signInParams.errorCode ? (
        <Suspense>
          <CallbackError code={signInParams.errorCode} />
        </Suspense>
      ) : null}
      <PasswordForm
        onStep={onStep}
        onMethod={(method, recipient) => go({ stage: { method, recipient } })}
      />
    </>,
  )
}

/** Matches the pages that the app never opens after a sign-in. */
const visitorPath =
  /^\/(?:marketing|login|request-intake-form|forgot-password|reset-password)?(?:[/?#]|$)/

/** After a sign-in, opens the requested page if it is allowed, or the landing page. */
function useLeave() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (landingPage: LandingPage) => {
    const next = sameOriginPath(params.get('next'), location.origin)
    const isAllowed = next !== undefined && !visitorPath.test(next) && landingPage !== 'newcomer'
    void navigate(isAllowed ? next : landingPaths[landingPage], { replace: true })
  }
}

interface ExistingSessionOptions {
  onRole: (role: Role) => void
  onSecondFactor: () => void
  /** Whether the page is handling a link or a code, which takes precedence over an existing session. */
  isDisabled: boolean
}

/** Continues with an existing session, which another tab may also start while this page is open. */
function useExistingSession({ onRole, onSecondFactor, isDisabled }: ExistingSessionOptions) {
  const session = useKnownSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const sessionRole = session.status === 'signed-in' ? session.sessionRole : undefined
  const needsSecondFactor = session.status === 'needs-second-factor'
  const leaveFor = useEffectEvent(onRole)
  const askForSecondFactor = useEffectEvent(onSecondFactor)

  useEffect(() => {
    if (isDisabled) return
    const check = () => {
      if (mayHaveSession()) sessionStore.start()
    }
    check()
    window.addEventListener('storage', check)
    return () => window.removeEventListener('storage', check)
  }, [isDisabled])

  useEffect(() => {
    if (needsSecondFactor && !isDisabled) askForSecondFactor()
  }, [needsSecondFactor, isDisabled])

  useEffect(() => {
    if (!userId || isDisabled) return
    const unmounted = new AbortController()
    void fetchRole(userId, sessionRole).then(
      (role) => role && !unmounted.signal.aborted && leaveFor(role),
      // If the role cannot be read, the form stays, and submitting it shows the error.
      () => undefined,
    )
    return () => unmounted.abort()
  }, [userId, sessionRole, isDisabled])
}
