import type { Call } from '../call.ts'

export const settings: Call = {
  method: 'GET',
  path: '/settings',
  answer: async ({ settings: { isSignUpOpen } }) => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: !isSignUpOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }),
}
