import { SignInPage } from '#features/sign-in/sign-in-page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta(
  'Log in',
  'Log in to Mendwell: jobs, bids, consultations and messages in one place.',
)

export default function Login() {
  return <SignInPage />
}
