import { ForgotPasswordPage } from '#features/accounts/password/forgot-password-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled(
  'Forgot your password?',
  'Ask for a link to choose a new password for your Mendwell account.',
)

export default function ForgotPassword() {
  return <ForgotPasswordPage />
}
