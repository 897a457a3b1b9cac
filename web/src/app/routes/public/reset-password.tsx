import { ResetPasswordPage } from '#features/sign-in/reset-password-page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta(
  'Choose a new password',
  'Choose a new password for your Mendwell account.',
)

export default function ResetPassword() {
  return <ResetPasswordPage />
}
