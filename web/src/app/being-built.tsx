import { Hammer } from 'lucide-react'
import { NothingYet } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'

interface Props {
  title: string
  /** What will stand here. */
  children: string
}

/** Stands for a screen that comes later. */
export function BeingBuilt({ title, children }: Props) {
  return (
    <Page title={title}>
      <NothingYet icon={Hammer} title="This page is being built.">
        {children}
      </NothingYet>
    </Page>
  )
}
