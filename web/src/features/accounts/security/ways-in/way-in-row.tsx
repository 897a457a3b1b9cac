import { Button } from '@mantine/core'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import type { WayIn } from './ways-in.ts'

interface Props {
  way: WayIn
  onUnlink: () => void
  /** Where numbers can be changed. */
  onChange: (() => void) | undefined
}

export function WayInRow({ way, onUnlink, onChange }: Props) {
  const { name, account, linkedAt, keptBecause, identity } = way
  const isPhone = identity.provider === 'phone'
  return (
    <Row
      title={name}
      facts={[
        ...(account ? [account] : []),
        ...(linkedAt
          ? [
              <>
                since <Time at={linkedAt} />
              </>,
            ]
          : []),
        ...(keptBecause ? [keptBecause] : []),
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
        ) : keptBecause ? undefined : (
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
