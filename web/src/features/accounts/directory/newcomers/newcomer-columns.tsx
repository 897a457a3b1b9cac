import { Button } from '@mantine/core'
import { useNow } from '#lib/browser-state.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import type { Person } from '../people.ts'
import { BanChip } from '../users/ban-chip.tsx'
import { isBanned } from '../users/is-banned.ts'
import { type Act, banEntry } from '../users/user-columns.tsx'
import styles from '../users/users.module.css'

export function newcomerColumns(act: Act): Column<Person>[] {
  return [
    { head: 'Name', cell: (person) => <Name person={person} />, sort: 'full_name' },
    { head: 'Email or phone', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    {
      head: 'Created',
      cell: ({ createdAt }) => <Time at={createdAt} />,
      sort: 'created_at',
      isShort: true,
    },
    {
      head: 'Role',
      isShort: true,
      cell: (person) => <Role person={person} act={act} />,
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (person) => (
        <MoreMenu label={`Actions for ${person.name}`} entries={[banEntry(person, act)]} />
      ),
    },
  ]
}

function Role({ person, act }: { person: Person; act: Act }) {
  const now = useNow()
  if (isBanned(person.bannedUntil, now)) return <>Lift the ban first.</>
  return (
    <Button
      size="compact-md"
      variant="default"
      aria-label={`Give a role to ${person.name}`}
      onClick={() => act('admit', person)}
    >
      Give a role
    </Button>
  )
}

function Name({ person: { fullName, bannedUntil } }: { person: Person }) {
  return (
    <span className={styles.user}>
      <bdi>{fullName || '–'}</bdi>
      <BanChip until={bannedUntil} />
    </span>
  )
}
