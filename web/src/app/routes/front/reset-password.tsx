import { ResetPasswordPage } from '#features/accounts/password/reset-password-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled(
  'Choose a new password',
  'Choose a new password for your Mendwell account.',
)

export default function ResetPassword() {
  return <ResetPasswordPage />
}
