import { Button } from '@mantine/core'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '#ui/use-act.ts'
import type { Way } from '../../offered.ts'
import { type Provider, providerNames, providersAmong } from '../../outside/providers.ts'
import styles from '../security.module.css'
import { beginLink } from './linking.ts'
import type { WayIn } from './ways-in.ts'

interface Props {
  offered: readonly Way[]
  present: readonly WayIn[]
  onCompany: () => void
  onNumber: () => void
}

/** What can still be added. */
export function LinkButtons({ offered, present, onCompany, onNumber }: Props) {
  const linking = useAct({ run: (provider: Provider) => beginLink(provider), failed: '' })
  const isThere = (name: string) => present.some(({ identity }) => identity.provider === name)
  const isAtCompany = present.some(({ identity }) => identity.provider.startsWith('sso:'))
  const providers = providersAmong(offered).filter((provider) => !isThere(provider))
  const hasCompany = offered.includes('company') && !isAtCompany
  const hasNumber = offered.includes('phone') && !isThere('phone')
  if (providers.length === 0 && !hasCompany && !hasNumber) return null
  return (
    <div className={styles.part}>
      <p className={styles.words}>Link another one, and either opens this account.</p>
      {linking.failure ? <Notice tone="red">{linking.failure}</Notice> : null}
      <div className={styles.buttons}>
        {hasCompany ? (
          <Button size="sm" variant="default" onClick={onCompany}>
            Link company account
          </Button>
        ) : null}
        {providers.map((provider) => (
          <Button
            key={provider}
            size="sm"
            variant="default"
            disabled={linking.isBusy}
            onClick={() => linking.start(provider)}
          >
            Link {providerNames[provider]}
          </Button>
        ))}
        {hasNumber ? (
          <Button size="sm" variant="default" onClick={onNumber}>
            Add phone number
          </Button>
        ) : null}
      </div>
    </div>
  )
}
