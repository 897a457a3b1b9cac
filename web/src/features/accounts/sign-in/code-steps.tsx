import { channels } from './code-channels.ts'
import { CodeForm } from './code-form.tsx'
import { CodeRequestForm } from './code-request-form.tsx'
import { NumberRequestForm } from './number-request-form.tsx'
import { ResendForm } from './resend-form.tsx'
import type { Step } from './sign-in.ts'
import type { Stage, Stages } from './stage.ts'
import styles from './sign-in.module.css'

interface Props {
  by: keyof typeof channels
  stage: Stage
  stages: Stages
  onStep: (step: Step) => void
}

/** A sign-in without a password: an address or a number, then the code that was sent to it. */
export function CodeSteps({ by, stage, stages, onStep }: Props) {
  const { to, askedAt, isAgain } = stage
  const channel = channels[by]
  if (askedAt === undefined) {
    const Request = by === 'mail' ? CodeRequestForm : NumberRequestForm
    return (
      <Request
        typed={to}
        channel={channel}
        onAsked={(asked) => stages.go({ by, to: asked, askedAt: Date.now() })}
        onPassword={stages.leave}
      />
    )
  }
  return (
    <>
      <p role="status">
        If <bdi className={styles.address}>{to}</bdi> belongs to an account,{' '}
        {isAgain
          ? 'a new code is on its way. The one before it works no more.'
          : `a code is on its way. It works for ${channel.validFor}, and once.`}
      </p>
      <CodeForm key={`of ${askedAt}`} to={to} channel={channel} onStep={onStep} />
      <ResendForm
        key={askedAt}
        to={to}
        channel={channel}
        askedAt={askedAt}
        onAsked={() => stages.replace({ by, to, askedAt: Date.now(), isAgain: true })}
        onOther={() => stages.go({ by, to })}
      />
    </>
  )
}
