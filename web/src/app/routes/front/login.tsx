import { SignInPage } from '#features/accounts/sign-in/sign-in-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled(
  'Log in',
  'Sign in to Mendwell: jobs, bids, consultations and messages in one place.',
)

export default function Login() {
  return <SignInPage />
}
