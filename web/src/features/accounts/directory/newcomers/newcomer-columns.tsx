import { Button } from '@mantine/core'
import { MoreMenu } from '../../../../ui/menu/more-menu.tsx'
import type { Column } from '../../../../ui/table/data-table.tsx'
import { Time } from '../../../../ui/time.tsx'
import type { Person } from '../people.ts'
import { BanChip } from '../users/ban-chip.tsx'
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
      cell: (person) => (
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Give a role to ${person.name}`}
          onClick={() => act('admit', person)}
        >
          Give a role
        </Button>
      ),
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

function Name({ person: { fullName, bannedUntil } }: { person: Person }) {
  return (
    <span className={styles.user}>
      <bdi>{fullName || '–'}</bdi>
      <BanChip until={bannedUntil} />
    </span>
  )
}
