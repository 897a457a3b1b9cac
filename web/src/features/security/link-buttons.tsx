import { Button } from '@mantine/core'
import { type Provider, providerNames, selectProviders } from '#lib/sign-in/providers.ts'
import type { SignInMethod } from '#lib/sign-in/sign-in-methods.ts'
import { Notice } from '#ui/notice.tsx'
import { useAction } from '#ui/use-act.ts'
import { type LinkedAccount, startLink } from './linked-accounts.ts'
import styles from './security.module.css'

interface Props {
  offered: readonly SignInMethod[]
  linked: readonly LinkedAccount[]
  onCompany: () => void
  onNumber: () => void
}

/** Shows a button for each sign-in method that the user can link but has not linked yet. */
export function LinkButtons({ offered, linked, onCompany, onNumber }: Props) {
  const linking = useAction({ run: (provider: Provider) => startLink(provider), failed: '' })
  const isLinked = (name: string) => linked.some(({ identity }) => identity.provider === name)
  const isCompanyLinked = linked.some(({ identity }) => identity.provider.startsWith('sso:'))
  const providers = selectProviders(offered).filter((provider) => !isLinked(provider))
  const canLinkCompany = offered.includes('company') && !isCompanyLinked
  const canAddNumber = offered.includes('phone') && !isLinked('phone')
  if (providers.length === 0 && !canLinkCompany && !canAddNumber) return null
  return (
    <div className={styles.part}>
      <p className={styles.words}>You can log in with any account that you link.</p>
      {linking.failure ? <Notice tone="red">{linking.failure}</Notice> : null}
      <div className={styles.buttons}>
        {canLinkCompany ? (
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
        {canAddNumber ? (
          <Button size="sm" variant="default" onClick={onNumber}>
            Add phone number
          </Button>
        ) : null}
      </div>
    </div>
  )
}
