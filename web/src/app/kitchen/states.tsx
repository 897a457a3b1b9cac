import { Button } from '@mantine/core'
import { Briefcase } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { FailureNotice, Loaded, Loading, NoMatch, NothingYet } from '#ui/query-states.tsx'
import { Failure } from '#lib/errors.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { RowSkeletons, TextSkeleton, TileSkeletons } from '#ui/skeletons.tsx'

const nothing = () => undefined
const unreachable = new TypeError('Failed to fetch')
const refused = new Failure({
  code: 'job_has_bids',
  status: 409,
  message: 'This job has bids and cannot be changed.',
  hint: '',
})

export function States() {
  const failing = useQuery({
    queryKey: ['kitchen', 'failing'],
    queryFn: () => Promise.reject(refused),
    retry: false,
  })
  return (
    <>
      <Section title="Notices">
        <Notice tone="red">Invalid login credentials</Notice>
        <br />
        <Notice tone="amber">Your session has ended. Sign in again to go on.</Notice>
        <br />
        <Notice tone="green">Everything is saved.</Notice>
        <br />
        <Notice tone="blue" action={<Button size="sm">Show</Button>}>
          Three bids arrived while you were away.
        </Notice>
      </Section>
      <Loading text="Loading reviews...">
        <TileSkeletons />
      </Loading>
      <RowSkeletons count={3} />
      <TextSkeleton />
      <FailureNotice title="Failed to load profile." error={unreachable} onRetry={nothing} />
      <Loaded query={failing} loading="Loading..." failed="Something went wrong.">
        {() => null}
      </Loaded>
      <Section title="Nothing yet">
        <NothingYet icon={Briefcase} title="No jobs posted yet." action={<Button>Post Job</Button>}>
          Say what needs doing and what you want to spend. Contractors nearby find it at once.
        </NothingYet>
      </Section>
      <Section title="No match">
        <NoMatch title="No consultants available." onClear={nothing} />
      </Section>
    </>
  )
}
