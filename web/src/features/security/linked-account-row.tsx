import { Button } from '@mantine/core'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import type { LinkedAccount } from './linked-accounts.ts'

interface Props {
  linked: LinkedAccount
  onUnlink: () => void
  /** Opens the dialog for a new phone number, if this installation sends text messages. */
  onChange: (() => void) | undefined
}

export function LinkedAccountRow({ linked, onUnlink, onChange }: Props) {
  const { name, account, linkedAt, unlinkRefusal, identity } = linked
  const isPhone = identity.provider === 'phone'
  return (
    <Row
      title={name}
      facts={[
        ...(account ? [account] : []),
        ...(linkedAt
          ? [
              <>
                linked <Time at={linkedAt} />
              </>,
            ]
          : []),
        ...(unlinkRefusal ? [unlinkRefusal] : []),
      ]}
      action={
        isPhone && onChange ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Change ${name}`}
            onClick={onChange}
          >
            Change
          </Button>
        ) : unlinkRefusal ? undefined : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Unlink ${name}`}
            onClick={onUnlink}
          >
            Unlink
          </Button>
        )
      }
    />
  )
}
