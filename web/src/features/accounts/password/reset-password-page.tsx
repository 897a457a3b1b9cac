import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '#lib/browser-state.ts'
import { BackLink, FrontCard } from '#ui/public-page.tsx'
import { lazySection } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { landing } from '../roles.ts'
import { giveUp, type Step } from '../sign-in/sign-in.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetLinkIn, type ResetLink } from './reset-link.ts'

// Few have one: what they need is fetched for them.
const SecondFactorForm = lazySection(() => import('../sign-in/second-factor-form.tsx'))

const back = <BackLink href="/login">← Back to Log In</BackLink>

/** Shown before the address is known: nearly everybody comes with one. */
const likelyLink: ResetLink = { tokenHash: '', type: 'recovery' }

type Stage = 'password' | 'second-factor' | 'link-used-up' | 'no-role'

export function ResetPasswordPage() {
  const [params] = useSearchParams()
  const isHydrated = useHydrated()
  const link = isHydrated ? resetLinkIn(params) : likelyLink
  const [stage, setStage] = useState<Stage>('password')
  // Once the link was followed there is a session, and another try must not use the link again.
  const [isFollowed, setFollowed] = useState(false)
  const navigate = useNavigate()

  if (!link || stage === 'link-used-up') return <AskAnew wasInvited={link?.type === 'invite'} />
  if (stage === 'no-role') return <NoRoleYet />
  if (stage === 'second-factor') {
    const onStep = (step: Step) => step.done && setStage('password')
    const leave = () => void giveUp().then(() => navigate('/login'))
    return (
      <FrontCard title="One more step" lead="A second factor protects your account." foot={back}>
        <SecondFactorForm onStep={onStep} onCancel={leave} />
      </FrontCard>
    )
  }
  return (
    <FrontCard {...wordsOf(link)} foot={back}>
      <NewPasswordForm
        link={isFollowed ? undefined : link}
        onFollowed={() => setFollowed(true)}
        onSecondFactor={() => setStage('second-factor')}
        onUsedUp={() => setStage('link-used-up')}
        onNoRole={() => setStage('no-role')}
        onDone={(role) => void navigate(landing[role], { replace: true })}
      />
    </FrontCard>
  )
}

function wordsOf({ type }: ResetLink) {
  return type === 'invite'
    ? { title: 'Welcome to Mendwell', lead: 'Choose the password for your new account.' }
    : {
        title: 'Choose a new password',
        lead: 'You are signed out everywhere else when it is saved.',
      }
}

function NoRoleYet() {
  return (
    <FrontCard title="Your password is saved" foot={back}>
      <Notice tone="green">
        Your account has no role yet. Once an admin has given it one, log in with your new password;
        before that, it opens nothing.
      </Notice>
    </FrontCard>
  )
}

function AskAnew({ wasInvited }: { wasInvited: boolean }) {
  return (
    <FrontCard title="This link does not work" foot={back}>
      <Notice tone="amber">
        It has expired, was already used, or is not complete. Nothing was changed.
      </Notice>
      {wasInvited ? (
        <p>Ask whoever invited you to send a new one.</p>
      ) : (
        <p>
          <a href="/forgot-password">Send me a new link</a>
        </p>
      )}
    </FrontCard>
  )
}
