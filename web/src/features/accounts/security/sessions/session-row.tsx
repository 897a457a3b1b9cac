import { Button } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { useAct } from '#ui/use-act.ts'
import { endSession, type MySession } from './my-sessions.ts'

interface Props {
  session: MySession
  keys: string[][]
}

export function SessionRow({ session, keys }: Props) {
  const { id, device, address, begunAt, seenAt, isThis } = session
  const ending = useAct({
    run: () => endSession(id),
    done: `${device} is signed out.`,
    failed: 'This device was not signed out.',
    keys,
  })
  return (
    <>
      <Row
        title={device}
        facts={[
          ...(address ? [address] : []),
          <>
            signed in <Time at={begunAt} />
          </>,
          <>
            last seen <Time at={seenAt} />
          </>,
        ]}
        status={
          isThis ? (
            <Chip icon={CircleCheck} tone="green">
              This device
            </Chip>
          ) : undefined
        }
        action={
          isThis ? undefined : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Sign out ${device}`}
              loading={ending.isBusy}
              onClick={() => ending.start()}
            >
              Sign out
            </Button>
          )
        }
      />
      {ending.failure ? <Notice tone="red">{ending.failure}</Notice> : null}
    </>
  )
}
