import { CodeForm } from './code-form.tsx'
import { CodeRequestForm } from './code-request-form.tsx'
import type { CodeStage, useCodeStage } from './code-stage.ts'
import { ResendForm } from './resend-form.tsx'
import type { Step } from './sign-in.ts'
import styles from './sign-in.module.css'

interface Props {
  code: ReturnType<typeof useCodeStage>
  stage: CodeStage
  onStep: (step: Step) => void
}

/** A sign-in without a password: an address, then the code that was mailed to it. Loaded when it is wanted. */
export default function CodeSteps({ code, stage, onStep }: Props) {
  const { email, askedAt, isAgain } = stage
  if (askedAt === undefined) {
    return (
      <CodeRequestForm
        email={email}
        onAsked={(to) => code.go({ email: to, askedAt: Date.now() })}
        onPassword={code.leave}
      />
    )
  }
  return (
    <>
      <p role="status">
        If <bdi className={styles.address}>{email}</bdi> belongs to an account,{' '}
        {isAgain
          ? 'a new code is on its way. The one before it works no more.'
          : 'a code is on its way. It works for one hour, and once.'}
      </p>
      <CodeForm key={`of ${askedAt}`} email={email} onStep={onStep} />
      <ResendForm
        key={askedAt}
        email={email}
        askedAt={askedAt}
        onAsked={() => code.replace({ email, askedAt: Date.now(), isAgain: true })}
        onOther={() => code.go({ email })}
      />
    </>
  )
}
