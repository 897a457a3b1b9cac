import { Mail } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { DemoRequestRow } from './demo-request-row.tsx'
import {
  type DemoRequest,
  demoRequestsFile,
  demoRequestsSize,
  useDemoRequests,
} from './demo-requests.ts'

interface Props {
  onCreateAccount: (request: DemoRequest) => void
}

const states = [
  { value: '', label: 'All requests' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'handled', label: 'Handled' },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'company', descending: false, label: 'Company' },
]

const nothing = (
  <NothingYet icon={Mail} title="No demo requests yet.">
    Whoever fills in “Request a Demo” on the public page stands here.
  </NothingYet>
)

/** Who asked to be shown around, and whether somebody has seen to it. */
export function DemoRequestList({ onCreateAccount }: Props) {
  const list = useListState({
    filters: ['q', 'state'],
    known: { state: states.map(({ value }) => value) },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = useDemoRequests(list)
  return (
    <Listing
      label="Demo requests"
      query={query}
      list={list}
      size={demoRequestsSize}
      found={{ one: 'demo request' }}
      search={{ name: 'q', label: 'Search by name, company, email or message...' }}
      choices={[{ name: 'state', label: 'State', options: states }]}
      sorts={sorts}
      isHeadless
      loading="Loading demo requests..."
      failed="Failed to load demo requests."
      nothing={nothing}
      noMatch="No demo requests found."
      file={demoRequestsFile(list)}
    >
      {({ rows, view }) => (
        <RowList label="Demo requests" rows={rows} keyOf={({ id }) => id} view={view}>
          {(request) => (
            <DemoRequestRow request={request} onCreateAccount={() => onCreateAccount(request)} />
          )}
        </RowList>
      )}
    </Listing>
  )
}
