import { useQuery } from '@tanstack/react-query'
import { Briefcase } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { isUuid } from '#lib/ids.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { useJobPhotos } from './job-photo-urls.ts'
import { PostedJobRow } from './posted-job-row.tsx'
import {
  jobCounts,
  jobTabs,
  type PostedJob,
  postedJobsPageSize,
  postedJobSorts,
  usePostedJobs,
} from './posted-jobs.queries.ts'

interface Props {
  userId: string
  postButton: ReactNode
  onEdit: (job: PostedJob) => void
  /** Returns the address of the chat with the contractor who has the award. */
  chatPathFor: (job: PostedJob) => string | undefined
  renderBids: (job: PostedJob) => ReactNode
}

const DeleteJobDialog = lazyPart(() => import('./delete-job-dialog.tsx'), PlainDialog)

export function PostedJobs({ userId, postButton, onEdit, chatPathFor, renderBids }: Props) {
  const list = useListState({
    filters: ['tab', 'q', 'job'],
    known: { job: isUuid },
    sorts: ['created_at', 'budget', 'title'],
    sort: { by: 'created_at', descending: true },
  })
  const query = usePostedJobs(userId, list, postedJobsPageSize)
  const { data: counts } = useQuery(jobCounts(userId))
  const deletion = useDialog<PostedJob>()
  const photosOf = useJobPhotos(query.data?.rows ?? [])
  const isChosen = ({ id }: PostedJob) => list.filters['job'] === id
  const chosenTitle = query.data?.rows.find(isChosen)?.title
  const emptyState = (
    <NothingYet icon={Briefcase} title="No jobs posted yet." action={postButton}>
      Describe the work and your budget. Contractors see it right away.
    </NothingYet>
  )
  return (
    <Section title="Your Posted Jobs" isFlush>
      <TabsFilter
        list={list}
        name="tab"
        label="Jobs by status"
        instead="job"
        tabs={tabsWithCounts(jobTabs, counts)}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'job' }}
        search={{ name: 'q', label: 'Search by title...' }}
        linkFilter={{ name: 'job', text: chosenTitle ? `Job: ${chosenTitle}` : 'Only one job' }}
        sorts={postedJobSorts}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={postedJobsPageSize}
        loading="Loading your jobs..."
        failed="Failed to load your jobs."
        nothing={emptyState}
        noMatch="No jobs found."
      >
        {({ rows, view }) => (
          <RowList label="Posted jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(job) => (
              <PostedJobRow
                // The key changes when the URL names this job, so React mounts the row again. The new row starts with
                // visible bids.
                key={String(isChosen(job))}
                job={job}
                chatPath={chatPathFor(job)}
                onEdit={() => onEdit(job)}
                onDelete={() => deletion.open(job)}
                isChosen={isChosen(job)}
                photos={photosOf(job)}
              >
                {renderBids(job)}
              </PostedJobRow>
            )}
          </RowList>
        )}
      </Paged>
      <Suspense>
        {deletion.subject ? (
          <DeleteJobDialog
            job={deletion.subject}
            opened={deletion.opened}
            onClose={deletion.close}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}
