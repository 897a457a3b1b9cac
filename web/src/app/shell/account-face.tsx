import { ChevronDown } from 'lucide-react'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { HiddenText } from '#ui/text.tsx'
import { PersonPicture } from '#ui/person.tsx'
import styles from './account-menu.module.css'
import { personOf } from './person-of.ts'

/** What stands on the button of the account menu. */
export function AccountFace() {
  const person = personOf(useAccount())
  return (
    <>
      <PersonPicture {...person} size={28} />
      <HiddenText>{`Account of ${person.name}`}</HiddenText>
      <ChevronDown size={14} aria-hidden className={styles.more} />
    </>
  )
}
