import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { explain } from '#lib/errors.ts'
import { Notice } from '#ui/notice.tsx'
import type { Way } from '../offered.ts'
import type { Stage } from '../sign-in/stage.ts'
import { typedEmail } from '../sign-in/typed-email.ts'
import styles from './other-ways.module.css'
import { type Provider, providerNames, providersAmong } from './providers.ts'
import { visitProvider } from './visit.ts'

interface Props {
  ways: readonly Way[]
  onWay: (by: Stage['by'], email: string) => void
}

/** Ways in that are switched on here, below the password. Loaded where there is one. */
export default function OtherWays({ ways, onWay }: Props) {
  const providers = providersAmong(ways)
  return (
    <>
      {ways.includes('phone') ? (
        <Button variant="default" fullWidth onClick={() => onWay('phone', '')}>
          Text me a code
        </Button>
      ) : null}
      {ways.includes('company') ? (
        <Button
          variant="default"
          fullWidth
          onClick={({ currentTarget }) => onWay('company', typedEmail(currentTarget))}
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
  const go = async (provider: Provider) => {
    setFailure(undefined)
    try {
      await visitProvider(provider, params.get('next'))
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
          <Button key={provider} variant="default" onClick={() => void go(provider)}>
            {providerNames[provider]}
          </Button>
        ))}
      </div>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </>
  )
}
