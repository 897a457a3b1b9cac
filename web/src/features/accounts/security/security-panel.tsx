import { PasswordSection } from './password/password-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { LinkedAccountsSection } from './ways-in/linked-accounts-section.tsx'

interface Props {
  userId: string
  email: string
}

/** How one's account is kept: shown when it is wanted. */
export default function SecurityPanel({ userId, email }: Props) {
  return (
    <>
      <PasswordSection userId={userId} email={email} />
      <LinkedAccountsSection userId={userId} />
      <SecondFactorSection userId={userId} />
      <SessionsSection userId={userId} />
    </>
  )
}
