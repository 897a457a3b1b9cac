import type { Person } from '../people.ts'

/** What every dialog about a person is given. */
export interface UserDialogProps {
  person: Person
  opened: boolean
  onClose: () => void
}

/** Every list that shows a person, or what was done to them. */
export const changedLists = [['accounts', 'people'], ['analytics'], ['audit']] as const
