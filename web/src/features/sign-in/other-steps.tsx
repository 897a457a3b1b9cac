import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  removeSignInParams,
  type SignInLinkType,
  type SignInParams,
} from '#lib/sign-in/url-params.ts'
import { PublicCard } from '#ui/public-page.tsx'
import { CodeSteps } from './code-steps.tsx'
import { CompanyForm } from './company-form.tsx'
import { EmailLinkForm, ProviderReturnForm } from './return-forms.tsx'
import SecondFactorForm from './second-factor-form.tsx'
import { type SignInStage, type Stages, useStages } from './sign-in-stage.ts'
import type { Step } from './sign-in.ts'

interface Props {
  needsSecondFactor: boolean
  signInParams: SignInParams
  onStep: (step: Step) => void
  onCancel: () => void
  foot: ReactNode
}

/** Shows every step of a sign-in except the password form, and is loaded on demand. */
export default function OtherSteps({ needsSecondFactor, signInParams, foot, ...callbacks }: Props) {
  const stages = useStages()
  const [, setParams] = useSearchParams()
  const onStep = (step: Step) => {
    callbacks.onStep(step)
    if (!step.isDone) setParams(removeSignInParams, { replace: true })
  }
  const onError = (code: string) => {
    const withErrorCode = (before: URLSearchParams) => {
      const after = removeSignInParams(before)
      after.set('error_code', code)
      return after
    }
    setParams(withErrorCode, { replace: true })
  }
  if (needsSecondFactor) {
    return (
      <PublicCard {...secondFactorTexts} foot={foot}>
        <SecondFactorForm onStep={onStep} onCancel={callbacks.onCancel} />
      </PublicCard>
    )
  }
  if (signInParams.link) {
    return (
      <PublicCard {...linkTexts[signInParams.link.type]} foot={foot}>
        <EmailLinkForm {...signInParams.link} onStep={onStep} />
      </PublicCard>
    )
  }
  if (signInParams.code) {
    return (
      <PublicCard {...providerReturnTexts} foot={foot}>
        <ProviderReturnForm code={signInParams.code} onStep={onStep} onError={onError} />
      </PublicCard>
    )
  }
  const { stage } = stages
  if (!stage) return null
  return (
    <PublicCard {...stageTexts(stage)} foot={foot}>
      <StageForm stage={stage} stages={stages} onStep={onStep} />
    </PublicCard>
  )
}

interface StageProps {
  stage: SignInStage
  stages: Stages
  onStep: (step: Step) => void
}

function StageForm({ stage, stages, onStep }: StageProps) {
  const { method } = stage
  if (method === 'company') return <CompanyForm typed={stage.recipient} onPassword={stages.leave} />
  return <CodeSteps key={method} {...{ method, stage, stages, onStep }} />
}

interface CardTexts {
  title: string
  lead?: string
}

const secondFactorTexts: CardTexts = {
  title: 'One more step',
  lead: 'Enter a code to finish logging in.',
}

const linkTexts: Record<SignInLinkType, CardTexts> = {
  signup: {
    title: 'Confirm your email address',
    lead: 'Select Continue, and your account is ready.',
  },
  magiclink: {
    title: 'Log in with your link',
    lead: 'You asked for a link to log in without a password.',
  },
  email_change: {
    title: 'Confirm your new email address',
    lead: "You'll use the new address to log in.",
  },
}

const providerReturnTexts: CardTexts = { title: 'Logging you in' }

function stageTexts({ method, sentAtMs }: SignInStage): CardTexts {
  if (method === 'company') {
    return {
      title: 'Continue with company account',
      lead: "You'll log in with your company and then return here.",
    }
  }
  if (sentAtMs !== undefined) {
    return { title: method === 'mail' ? 'Check your email' : 'Check your phone' }
  }
  return method === 'mail'
    ? {
        title: 'Log in with a code',
        lead: "We'll email you a 6-digit code. You don't need a password.",
      }
    : {
        title: 'Log in by phone',
        lead: "We'll text you a 6-digit code. You don't need a password.",
      }
}
