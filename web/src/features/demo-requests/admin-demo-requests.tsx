import { Button } from '@mantine/core'
import { CircleCheck, Clock, Mail } from 'lucide-react'
import { mailLink } from '#lib/mail-link.ts'
import { Chip } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import { FoldedText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './admin-demo-requests.module.css'
import {
  adminDemoRequestsCsv,
  type DemoRequest,
  useAdminDemoRequests,
} from './admin-demo-requests.queries.ts'
import { useMarkHandled } from './demo-requests.mutations.ts'

interface Props {
  onCreateAccount: (request: DemoRequest) => void
}

const states = [
  { value: '', label: 'All requests' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'handled', label: 'Handled' },
]

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'company', descending: false, label: 'Company' },
]

const shape: AdminListShape = {
  label: 'Demo requests',
  one: 'demo request',
  search: { name: 'q', label: 'Search by name, company, email or message...' },
  choices: [{ name: 'state', label: 'Status', options: states }],
  sorts,
  empty: (
    <NothingYet icon={Mail} title="No demo requests yet.">
      Requests from the public page appear here.
    </NothingYet>
  ),
}

export function AdminDemoRequestList({ onCreateAccount }: Props) {
  const list = useAdminListState(shape)
  const query = useAdminDemoRequests(list)
  return (
    <AdminList shape={shape} list={list} query={query} file={adminDemoRequestsCsv(list)}>
      {(request) => (
        <DemoRequestRow request={request} onCreateAccount={() => onCreateAccount(request)} />
      )}
    </AdminList>
  )
}

interface DemoRequestRowProps {
  request: DemoRequest
  onCreateAccount: () => void
}

function DemoRequestRow({ request, onCreateAccount }: DemoRequestRowProps) {
  const { full_name: name, company, email, message, handled, created_at: at } = request
  const { start, failure } = useMarkHandled()
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
