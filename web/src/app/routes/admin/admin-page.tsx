import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '#ui/page.tsx'

interface Props {
  title: string
  lead?: string
  actions?: ReactNode
  children: ReactNode
}

/** Renders an admin list with a button that leads back to the dashboard. */
export function AdminPage({ title, lead = '', actions, children }: Props) {
  const back = (
    <Button
      component={Link}
      to="/admin-dashboard"
      variant="default"
      size="sm"
      leftSection={<ArrowLeft size={15} aria-hidden />}
    >
      Back to Admin Dashboard
    </Button>
  )
  const buttons = (
    <>
      {actions}
      {back}
    </>
  )
  return (
    <Page title={title} lead={lead} actions={buttons}>
      {children}
    </Page>
  )
}

export function adminBidsPath(jobId: string) {
  return `/admin/bids?${new URLSearchParams({ job: jobId }).toString()}`
}
