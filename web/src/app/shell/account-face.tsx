import { ChevronDown } from 'lucide-react'
import { type Account, useAccount } from '#lib/session/account.ts'
import { PersonPicture } from '#ui/person.tsx'
import { HiddenText } from '#ui/text.tsx'
import styles from './account-menu.module.css'

/** Renders the content of the button that opens the account menu. */
export function AccountFace() {
  const person = toPerson(useAccount())
  return (
    <>
      <PersonPicture {...person} size={28} />
      <HiddenText>{`Account of ${person.name}`}</HiddenText>
      <ChevronDown size={14} aria-hidden className={styles.more} />
    </>
  )
}

export function toPerson({ userId, email, profile }: Account) {
  return { id: userId, name: profile?.name || email, picture: profile?.picture }
}
