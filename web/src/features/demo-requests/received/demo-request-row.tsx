import { Button } from '@mantine/core'
import { CircleCheck, Clock } from 'lucide-react'
import { mailLink } from '#lib/links.ts'
import { Chip } from '#ui/badge.tsx'
import { FoldedText } from '#ui/text.tsx'
import { Notice } from '#ui/notice.tsx'
import { Time } from '#ui/time.tsx'
import styles from './demo-request-row.module.css'
import type { DemoRequest } from './demo-requests.ts'
import { useHandling } from './use-handling.ts'

interface Props {
  request: DemoRequest
  onCreateAccount: () => void
}

export function DemoRequestRow({ request, onCreateAccount }: Props) {
  const { full_name: name, company, email, message, handled, created_at: at } = request
  const { start, failure } = useHandling()
  return (
    <article className={styles.request} aria-label={name}>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.facts}>
          <bdi>{company}</bdi>
          <a href={mailLink(email)}>
            <bdi>{email}</bdi>
          </a>
          <Time at={at} />
        </p>
        <FoldedText>{message}</FoldedText>
      </div>
      <div className={styles.end}>
        <StateChip isHandled={handled} />
        <Button
          size="compact-md"
          variant="default"
          onClick={() => start({ id: request.id, handled: !handled })}
        >
          {handled ? 'Mark as waiting' : 'Mark as handled'}
        </Button>
        {handled ? null : (
          <Button size="compact-md" onClick={onCreateAccount}>
            Create account
          </Button>
        )}
      </div>
      {failure ? (
        <div className={styles.failure}>
          <Notice tone="red">{failure}</Notice>
        </div>
      ) : null}
    </article>
  )
}

function StateChip({ isHandled }: { isHandled: boolean }) {
  return isHandled ? (
    <Chip icon={CircleCheck} tone="green">
      Handled
    </Chip>
  ) : (
    <Chip icon={Clock} tone="amber">
      Waiting
    </Chip>
  )
}
