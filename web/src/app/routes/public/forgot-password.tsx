import { ForgotPasswordPage } from '#features/sign-in/forgot-password-page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta(
  'Forgot your password?',
  'Ask for a link to choose a new password for your Mendwell account.',
)

export default function ForgotPassword() {
  return <ForgotPasswordPage />
}
