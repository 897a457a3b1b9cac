import { Copy } from 'lucide-react'
import { MoreMenu } from '#ui/more-menu.tsx'
import { postAgainPath } from './job-paths.ts'

interface Props {
  job: { id: string; title: string; status: string }
}

/** Renders the menu of a facility's finished job, and nothing for other jobs. */
export function FinishedJobMenu({ job }: Props) {
  if (job.status !== 'finished') return null
  const entries = [{ label: 'Post again', icon: Copy, to: postAgainPath(job.id) }]
  return <MoreMenu label={`More for ${job.title}`} entries={entries} />
}
