import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type CopiedJob, copiedJob } from '#features/jobs/copied-job.queries.ts'
import { copiedJobParam, newJobPath } from '#features/jobs/job-paths.ts'
import { NewJobForm } from '#features/jobs/new-job-form.tsx'
import { jobPath } from '#lib/job-paths.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { makeMeta } from '../../page-meta.ts'
import { facilityPaths } from './facility-urls.ts'

export const meta = makeMeta('Post a job')

export default function NewJob() {
  const [params] = useSearchParams()
  const jobId = params.get(copiedJobParam)
  return jobId === null ? <NewJobPage /> : <CopiedJobPage jobId={jobId} />
}

/** Starts with the values of another job of the facility. */
function CopiedJobPage({ jobId }: { jobId: string }) {
  const { userId } = useAccount()
  const query = useQuery(copiedJob(userId, jobId))
  if (query.data === null) return <NoSuchJob />
  if (query.data) return <NewJobPage key={jobId} job={query.data} />
  return (
    <Page title="Post a job">
      <Loaded
        query={query}
        loading="Loading the job..."
        failed="Failed to load the job."
        skeleton={<TextSkeleton lines={5} />}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

function NoSuchJob() {
  const action = (
    <Button component={Link} to={newJobPath}>
      Start an empty job
    </Button>
  )
  return (
    <Page title="Page not found">
      <NothingYet icon={SearchX} title="There's no job at this address." action={action}>
        The job that you want to post again was deleted, or it isn't yours.
      </NothingYet>
    </Page>
  )
}

interface NewJobPageProps {
  job?: CopiedJob
}

function NewJobPage({ job }: NewJobPageProps) {
  const { userId, profile } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const show = (jobId: string) => {
    refreshQueries(queries, ['jobs'])
    refreshQueries(queries, ['analytics'])
    void navigate(jobPath('facility', jobId))
  }
  return (
    <Page title="Post a job" lead={job ? 'This starts as a copy of your finished job.' : ''}>
      <NewJobForm
        userId={userId}
        facilityName={profile?.company || (profile?.name ?? '')}
        copiedJob={job}
        closePath={facilityPaths.jobs}
        onPosted={show}
      />
    </Page>
  )
}
