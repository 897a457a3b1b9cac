import { LinkedAccountsSection } from './linked-accounts-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

interface Props {
  userId: string
  email: string
}

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
