import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { FrontCard } from '#ui/public-page.tsx'
import { Arrival } from '../outside/arrival.tsx'
import { CompanyForm } from '../outside/company-form.tsx'
import type { Brought } from './brought.ts'
import { CodeSteps } from './code-steps.tsx'
import { LinkForm } from './link-form.tsx'
import SecondFactorForm from './second-factor-form.tsx'
import type { Step } from './sign-in.ts'
import { type Stage, type Stages, useStages } from './stage.ts'
import { withoutBrought } from './without-brought.ts'
import { arrivalWords, halfWords, linkWords, stageWords } from './step-words.ts'

interface Props {
  isHalf: boolean
  brought: Brought
  onStep: (step: Step) => void
  onCancel: () => void
  foot: ReactNode
}

/** Every step of a sign-in but the form with the password. Loaded when one is wanted. */
export default function OtherSteps({ isHalf, brought, foot, ...then }: Props) {
  const stages = useStages()
  const [, setParams] = useSearchParams()
  const onStep = (step: Step) => {
    then.onStep(step)
    if (!step.done) setParams(withoutBrought, { replace: true })
  }
  const onRefused = (code: string) => {
    const withRefusal = (before: URLSearchParams) => {
      const after = withoutBrought(before)
      after.set('error_code', code)
      return after
    }
    setParams(withRefusal, { replace: true })
  }
  if (isHalf) {
    return (
      <FrontCard {...halfWords} foot={foot}>
        <SecondFactorForm onStep={onStep} onCancel={then.onCancel} />
      </FrontCard>
    )
  }
  if (brought.link) {
    return (
      <FrontCard {...linkWords[brought.link.type]} foot={foot}>
        <LinkForm {...brought.link} onStep={onStep} />
      </FrontCard>
    )
  }
  if (brought.code) {
    return (
      <FrontCard {...arrivalWords} foot={foot}>
        <Arrival code={brought.code} onStep={onStep} onRefused={onRefused} />
      </FrontCard>
    )
  }
  const { stage } = stages
  if (!stage) return null
  return (
    <FrontCard {...stageWords(stage)} foot={foot}>
      <StageForm stage={stage} stages={stages} onStep={onStep} />
    </FrontCard>
  )
}

interface StageProps {
  stage: Stage
  stages: Stages
  onStep: (step: Step) => void
}

function StageForm({ stage, stages, onStep }: StageProps) {
  const { by } = stage
  if (by === 'company') return <CompanyForm typed={stage.to} onPassword={stages.leave} />
  return <CodeSteps key={by} {...{ by, stage, stages, onStep }} />
}
