import type { Call } from '../call.ts'

export const settings: Call = {
  method: 'GET',
  path: '/settings',
  answer: async ({
    providers,
    settings: { companies, hasPhones, isSignUpOpen, isSignUpAtOnce },
  }) => ({
    external: {
      email: true,
      phone: hasPhones,
      anonymous_users: false,
      google: providers.has('google'),
      apple: providers.has('apple'),
      azure: providers.has('azure'),
      github: providers.has('github'),
    },
    disable_signup: !isSignUpOpen,
    mailer_autoconfirm: isSignUpAtOnce,
    phone_autoconfirm: hasPhones && isSignUpAtOnce,
    sms_provider: hasPhones ? 'twilio' : '',
    saml_enabled: companies.some(({ saml }) => saml !== undefined),
    // The original knows companies by SAML alone.
    sso_enabled: companies.length > 0,
  }),
}
