import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { explain } from '#lib/errors.ts'
import { type Provider, providerNames, selectProviders } from '#lib/sign-in/providers.ts'
import type { SignInMethod } from '#lib/sign-in/sign-in-methods.ts'
import { Notice } from '#ui/notice.tsx'
import styles from './other-sign-in-buttons.module.css'
import { signInWithProvider } from './provider-sign-in.ts'
import type { SignInStage } from './sign-in-stage.ts'
import { readEmailField } from './sign-in.ts'

interface Props {
  methods: readonly SignInMethod[]
  onMethod: (method: SignInStage['method'], email: string) => void
}

/** Shows buttons for the other sign-in methods that this installation offers. */
export default function OtherSignInButtons({ methods, onMethod }: Props) {
  const providers = selectProviders(methods)
  return (
    <>
      {methods.includes('phone') ? (
        <Button variant="default" fullWidth onClick={() => onMethod('phone', '')}>
          Text me a code
        </Button>
      ) : null}
      {methods.includes('company') ? (
        <Button
          variant="default"
          fullWidth
          onClick={({ currentTarget }) => onMethod('company', readEmailField(currentTarget))}
        >
          Continue with company account
        </Button>
      ) : null}
      {providers.length > 0 ? <Providers providers={providers} /> : null}
    </>
  )
}

function Providers({ providers }: { providers: Provider[] }) {
  const [params] = useSearchParams()
  const [failure, setFailure] = useState<string>()
  const signIn = async (provider: Provider) => {
    setFailure(undefined)
    try {
      await signInWithProvider(provider, params.get('next'))
    } catch (error) {
      setFailure(explain(error))
    }
  }
  return (
    <>
      <p className={styles.or}>
        <span>or continue with</span>
      </p>
      <div className={styles.providers}>
        {providers.map((provider) => (
          <Button key={provider} variant="default" onClick={() => void signIn(provider)}>
            {providerNames[provider]}
          </Button>
        ))}
      </div>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </>
  )
}
