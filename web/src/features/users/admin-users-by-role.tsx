import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import type { Role } from '#lib/session/roles.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { type FileColumn, peopleFile, peopleSize, type Person, usePeople } from './users.queries.ts'

interface Props {
  of: Role
  /** "contractors" */
  many: string
  icon: LucideIcon
  /** The name with what it leads to. */
  renderName?: (person: Person) => ReactNode
}

const tables = [{ table: 'profiles' }] as const
const keys = [['accounts', 'people']]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'email', descending: false, label: 'Email' },
  { by: 'company_name', descending: false, label: 'Company' },
]

/** Everybody of one role, for admins. */
export function AdminRoleList({ of: role, many, icon, renderName = profileLink }: Props) {
  const list = useListState({
    filters: ['search'],
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = usePeople(list, role)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  return (
    <Listing
      label={many}
      query={query}
      list={list}
      size={peopleSize}
      found={{ one: role, many }}
      search={{ name: 'search', label: 'Search by name, company, email or id...' }}
      sorts={sorts}
      loading="Loading ..."
      failed={`Failed to load ${many}.`}
      nothing={
        <NothingYet icon={icon} title={`No ${many} yet.`}>
          They appear here as soon as an admin adds one.
        </NothingYet>
      }
      noMatch={`No ${many} found.`}
      file={peopleFile(many, fileColumns, list, role)}
    >
      {({ rows, view }) => (
        <DataTable
          caption={many}
          columns={columnsWith(renderName)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}

const fileColumns = [
  ['Name', (row) => row.full_name ?? row.username ?? 'N/A'],
  ['Email', (row) => row.email],
  ['Company', (row) => row.company_name],
] satisfies FileColumn[]

function profileLink({ id, name }: Person) {
  return (
    <Link to={`/profile?id=${id}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function columnsWith(renderName: (person: Person) => ReactNode): Column<Person>[] {
  return [
    { head: 'Name', cell: renderName, sort: 'full_name' },
    { head: 'Email', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    { head: 'Company', cell: ({ company }) => <bdi>{company || '–'}</bdi>, sort: 'company_name' },
  ]
}
