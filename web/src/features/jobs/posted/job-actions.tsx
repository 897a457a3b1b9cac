import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { ChevronDown, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { counted } from '#lib/format/counted.ts'
import type { PostedJob } from './posted-jobs.ts'
import styles from './posted-jobs.module.css'

interface Props {
  job: PostedJob
  chat: string | undefined
  onEdit: () => void
  onDelete: () => void
  /** Whether its bids are shown. */
  isOpen: boolean
  onToggle: () => void
}

export function JobActions({ job, chat, onEdit, onDelete, isOpen, onToggle }: Props) {
  return (
    <div className={styles.actions}>
      {job.total_bids > 0 ? (
        <UnstyledButton className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          {counted(job.total_bids, 'bid')}
          <ChevronDown size={15} aria-hidden />
        </UnstyledButton>
      ) : null}
      {chat ? (
        <Button
          component={Link}
          to={chat}
          size="compact-md"
          variant="default"
          leftSection={<MessageSquare size={14} aria-hidden />}
        >
          Chat
        </Button>
      ) : null}
      {job.can_edit ? (
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Edit job" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {job.can_delete ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Delete job"
          onClick={onDelete}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}
