import { Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { sameOriginPath } from '../../../lib/same-origin-path.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { BackLink } from '../../../ui/front/back-link.tsx'
import { FrontCard } from '../../../ui/front/front-card.tsx'
import { lazySection } from '../../../ui/lazy-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { landing, type Role } from '../roles.ts'
import { stageWords, useCodeStage } from './code-stage.ts'
import { linkIn, linkWords } from './mail-link.ts'
import { PasswordForm } from './password-form.tsx'
import { giveUp, type Step } from './sign-in.ts'
import { usePresentSession } from './use-present-session.ts'

// Most come with a password alone: what the others need is fetched for them.
const SecondFactorForm = lazySection(() => import('./second-factor-form.tsx'))
const LinkForm = lazySection(() => import('./link-form.tsx'))
const CodeSteps = lazySection(() => import('./code-steps.tsx'))

const back = <BackLink href="/marketing">← Back to Home</BackLink>

export function SignInPage() {
  const goOn = useGoOn()
  const [params, setParams] = useSearchParams()
  const [isHalf, setHalf] = useState(false)
  const code = useCodeStage()
  const link = useHydrated() ? linkIn(params) : undefined
  usePresentSession({ onIn: goOn, onHalf: () => setHalf(true), isOff: link !== undefined })

  const onStep = (step: Step) => {
    if (step.done) return goOn(step.role)
    setHalf(true)
    setParams(withoutLink, { replace: true })
  }
  const startAgain = () => {
    setHalf(false)
    code.leave()
    void giveUp()
  }

  if (isHalf) {
    return (
      <FrontCard title="One more step" lead="A second factor protects your account." foot={back}>
        <Suspense>
          <SecondFactorForm onStep={onStep} onCancel={startAgain} />
        </Suspense>
      </FrontCard>
    )
  }
  if (link) {
    return (
      <FrontCard {...linkWords[link.type]} foot={back}>
        <Suspense>
          <LinkForm {...link} onStep={onStep} />
        </Suspense>
      </FrontCard>
    )
  }
  if (code.stage) {
    return (
      <FrontCard {...stageWords(code.stage)} foot={back}>
        <Suspense>
          <CodeSteps code={code} stage={code.stage} onStep={onStep} />
        </Suspense>
      </FrontCard>
    )
  }
  return (
    <FrontCard title="Login to Mendwell" foot={back}>
      <EndedNotice />
      <PasswordForm onStep={onStep} onCode={(email) => code.go({ email })} />
    </FrontCard>
  )
}

/** Pages for those who are not signed in lead nowhere from here. */
const beforeSignIn =
  /^\/(?:marketing|login|request-intake-form|forgot-password|reset-password)?(?:[/?#]|$)/

/** To the page that was asked for, else to where this role arrives. */
function useGoOn() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (role: Role) => {
    const wanted = sameOriginPath(params.get('next'), location.origin)
    const isInside = wanted !== undefined && !beforeSignIn.test(wanted)
    void navigate(isInside ? wanted : landing[role], { replace: true })
  }
}

function EndedNotice() {
  const state: unknown = useLocation().state
  const ended: unknown = typeof state === 'object' && state ? Reflect.get(state, 'ended') : false
  if (ended !== true) return null
  return (
    <Notice tone="amber">Your session has ended. Sign in again to go on where you were.</Notice>
  )
}

function withoutLink(params: URLSearchParams) {
  params.delete('token_hash')
  params.delete('type')
  return params
}
