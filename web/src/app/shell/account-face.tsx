import { ChevronsUpDown } from 'lucide-react'
import { type Account, useAccount } from '#lib/session/account.ts'
import { Person, PersonPicture } from '#ui/person.tsx'
import { HiddenText } from '#ui/text.tsx'
import styles from './account-menu.module.css'

/** Renders the content of the button that opens the account menu. */
export function AccountFace({ isWide }: { isWide: boolean }) {
  const account = useAccount()
  const person = toPerson(account)
  return (
    <>
      {isWide ? (
        <span className={styles.face} aria-hidden>
          <Person {...person} detail={account.profile?.company} />
        </span>
      ) : (
        <PersonPicture {...person} size={28} />
      )}
      <HiddenText>{`Account of ${person.name}`}</HiddenText>
      {isWide ? <ChevronsUpDown size={14} aria-hidden className={styles.more} /> : null}
    </>
  )
}

export function toPerson({ userId, email, profile }: Account) {
  return { id: userId, name: profile?.name || email, picture: profile?.picture }
}
