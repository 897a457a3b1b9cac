import { Suspense, type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { fieldOf } from '#lib/errors.ts'
import { sameOriginPath } from '#lib/links.ts'
import { useHydrated } from '#lib/browser-state.ts'
import { BackLink, FrontCard } from '#ui/public-page.tsx'
import { NotFetched, lazyPart, lazySection } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { landingOf, type Standing } from '../roles.ts'
import { broughtIn } from './brought.ts'
import { PasswordForm } from './password-form.tsx'
import { giveUp, type Step } from './sign-in.ts'
import type { Kept } from './stage.ts'
import { usePresentSession } from './use-present-session.ts'

// Most come with a password alone: what the others need is fetched for them.
const OtherSteps = lazyPart(
  () => import('./other-steps.tsx'),
  () => card(<NotFetched />),
)
const Refusal = lazySection(() => import('../outside/refusal.tsx'))

const back = <BackLink href="/marketing">← Back to Home</BackLink>

const endedNotice = (
  <Notice tone="amber">Your session has ended. Sign in again to go on where you were.</Notice>
)

function card(content?: ReactNode) {
  return (
    <FrontCard title="Login to Mendwell" foot={back}>
      {content}
    </FrontCard>
  )
}

export function SignInPage() {
  const goOn = useGoOn()
  const [params] = useSearchParams()
  const [isHalf, setHalf] = useState(false)
  const { search, ...location } = useLocation()
  const kept: unknown = location.state
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const brought = broughtIn(isHydrated ? params : undefined)
  const isLed = Boolean(brought.link ?? brought.code)
  usePresentSession({ onIn: goOn, onHalf: () => setHalf(true), isOff: isLed })

  const onStep = (step: Step) => {
    if (step.done) return goOn(step.standing)
    setHalf(true)
  }
  const go = (next: Kept) => void navigate({ search }, { state: next })
  const startAgain = () => {
    setHalf(false)
    void navigate({ search }, { replace: true })
    void giveUp()
  }

  if (isHalf || isLed || (isHydrated && fieldOf(kept, 'stage'))) {
    return (
      <Suspense fallback={card()}>
        <OtherSteps {...{ isHalf, brought, onStep, foot: back }} onCancel={startAgain} />
      </Suspense>
    )
  }
  return card(
    <>
      {isHydrated && fieldOf(kept, 'ended') ? endedNotice : null}
      {brought.refusal ? (
        <Suspense>
          <Refusal code={brought.refusal} />
        </Suspense>
      ) : null}
      <PasswordForm onStep={onStep} onWay={(by, to) => go({ stage: { by, to } })} />
    </>,
  )
}

/** Pages for those who are not signed in lead nowhere from here. */
const beforeSignIn =
  /^\/(?:marketing|login|request-intake-form|forgot-password|reset-password)?(?:[/?#]|$)/

/** To the page that was asked for, else to where this role arrives; a newcomer has one page alone. */
function useGoOn() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (standing: Standing) => {
    const wanted = sameOriginPath(params.get('next'), location.origin)
    const isInside = wanted !== undefined && !beforeSignIn.test(wanted) && standing !== 'newcomer'
    void navigate(isInside ? wanted : landingOf[standing], { replace: true })
  }
}
