import type { Route } from '../auth-dependencies.ts'

export const settingsRoute: Route = {
  method: 'GET',
  path: '/settings',
  handle: async ({
    providers,
    settings: { ssoProviders, hasPhones, isSignUpOpen, isAutoConfirmed, allowsAnonymous },
  }) => ({
    external: {
      email: true,
      phone: hasPhones,
      anonymous_users: allowsAnonymous,
      google: providers.has('google'),
      apple: providers.has('apple'),
      azure: providers.has('azure'),
      github: providers.has('github'),
    },
    disable_signup: !isSignUpOpen,
    mailer_autoconfirm: isAutoConfirmed,
    phone_autoconfirm: hasPhones && isAutoConfirmed,
    sms_provider: hasPhones ? 'twilio' : '',
    saml_enabled: ssoProviders.some(({ saml }) => saml !== undefined),
    // Supabase supports SSO only with SAML. This field is also true for SSO with OpenID Connect.
    sso_enabled: ssoProviders.length > 0,
  }),
}

export const health: Route = {
  method: 'GET',
  path: '/health',
  handle: async ({ settings }) => ({
    version: '1',
    name: settings.productName,
    description: 'The sign-in API for Supabase clients.',
  }),
}

export const jwks: Route = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: async ({ keySet: keys }, _request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys }
  },
}
