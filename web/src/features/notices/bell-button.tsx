import { UnstyledButton } from '@mantine/core'
import { BellRing } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { CountBadge } from '#ui/badge.tsx'
import { HiddenText } from '#ui/text.tsx'
import styles from './bell.module.css'

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  unread: number
}

export function BellButton({ unread, ...props }: Props) {
  return (
    <UnstyledButton aria-haspopup="dialog" {...props} className={styles.bell}>
      <BellRing size={18} strokeWidth={1.9} aria-hidden />
      <HiddenText>Notices</HiddenText>
      <CountBadge count={unread} what="new" />
    </UnstyledButton>
  )
}
