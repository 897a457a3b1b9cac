import { LogOut, ShieldBan, ShieldCheck, UserCog } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#lib/format.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { roleNames } from '../../roles.ts'
import type { Person } from '../people.ts'
import { BanChip } from './ban-chip.tsx'
import { isBanned } from './is-banned.ts'
import styles from './users.module.css'

/** What can be done to a person; each asks for a reason. */
export type UserAct = 'admit' | 'endSessions' | 'changeRole' | 'ban' | 'liftBan'

export type Act = (act: UserAct, person: Person) => void

export function userColumns(myId: string, act: Act): Column<Person>[] {
  return [
    { head: 'Username', cell: (person) => <Username person={person} />, sort: 'username' },
    { head: 'Email', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    {
      head: 'Role',
      cell: ({ role }) => (role ? roleNames[role] : '–'),
      sort: 'role',
      isShort: true,
    },
    { head: 'Company', cell: ({ company }) => <bdi>{company || '–'}</bdi>, sort: 'company_name' },
    {
      head: 'Created',
      cell: ({ createdAt }) => formatDay(createdAt),
      sort: 'created_at',
      isShort: true,
    },
    {
      head: 'Last Active',
      cell: ({ lastActiveAt }) => (lastActiveAt ? formatDay(lastActiveAt) : '–'),
      sort: 'last_active_at',
      isShort: true,
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (person) => (
        <MoreMenu label={`Actions for ${person.name}`} entries={entriesFor(person, myId, act)} />
      ),
    },
  ]
}

function Username({ person: { id, username, fullName, bannedUntil } }: { person: Person }) {
  return (
    <span className={styles.user}>
      <Link to={`/profile?id=${id}`}>
        <bdi>{username || fullName || 'N/A'}</bdi>
      </Link>
      {username && fullName ? <bdi className={styles.name}>{fullName}</bdi> : null}
      <BanChip until={bannedUntil} />
    </span>
  )
}

function entriesFor(person: Person, myId: string, act: Act) {
  const entry = (kind: UserAct) => () => act(kind, person)
  const always = [{ label: 'End sessions', icon: LogOut, onSelect: entry('endSessions') }]
  // The rest is for another admin to do.
  if (person.id === myId) return always
  return [
    ...always,
    { label: 'Change role', icon: UserCog, onSelect: entry('changeRole') },
    banEntry(person, act),
  ]
}

/** Keeps them out, or lets them in again. */
export function banEntry(person: Person, act: Act) {
  return isBanned(person.bannedUntil)
    ? { label: 'Lift ban', icon: ShieldCheck, onSelect: () => act('liftBan', person) }
    : {
        label: 'Ban',
        icon: ShieldBan,
        onSelect: () => act('ban', person),
        isDangerous: true,
      }
}
