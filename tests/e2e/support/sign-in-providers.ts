// Starts a server with an OpenID Connect provider for Google and two companies, a SAML provider and an SMS service.
import { startOpenId } from '../../support/open-id/provider.ts'
import { type SamlCompany, startSamlCompany } from '../../support/saml/company.ts'
import { startSmsReceiver } from '../../support/sms-receiver.ts'
import { newAccount } from './accounts.ts'
import { withDatabase } from './database.ts'
import { createOwnServer } from './own-server.ts'
import { test as baseTest } from './test.ts'

export type SignInProviders = Awaited<ReturnType<typeof startProviders>>

/** Returns a test function whose tests share one server for each worker. */
export const testWith = (settings: NodeJS.ProcessEnv) =>
  baseTest.extend<object, { providers: SignInProviders }>({
    providers: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here, even an empty one.
      async ({}, use) => {
        const providers = await startProviders(settings)
        await use(providers)
        await providers.end()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ providers }, use) => use(providers.server.url),
    // oxlint-disable-next-line no-unused-vars -- Naming the fixture starts its servers first.
    testServer: async ({ providers: _ }, use) => use(undefined),
  })

export const test = testWith({})

async function startProviders(settings: NodeJS.ProcessEnv) {
  const openId = await startOpenId(['google', 'demo', 'acme'])
  const borealis = await startSamlCompany('https://id.borealis.example/saml')
  const smsService = await startSmsReceiver()
  const server = await createOwnServer({
    ...smsService.settings,
    REQUIRE_ADMIN_MFA: 'on',
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_CLIENT_SECRET: 'secret of google',
    GOOGLE_ISSUER: openId.url,
    COMPANY_SIGN_IN: JSON.stringify([
      company('demo', 'example.test', openId.url, 1),
      { ...company('acme', 'acme.example', openId.url, 2), new_people: 'contractor' },
      samlCompany(borealis),
    ]),
    ...settings,
  })
  openId.serve(server.url)
  await server.start()
  const end = async () => {
    await server.remove()
    await smsService.close()
  }
  const { dataFolder: folder } = server
  return {
    openId,
    borealis,
    smsService,
    server,
    /** Creates a user, by default with an email domain of the company `demo`. */
    newAccount: (options: { role?: string; domain?: string } = {}) =>
      newAccount({ ...options, folder }),
    queryDatabase: (statement: string, values: unknown[] = []) =>
      withDatabase((database) => database.query(statement, values), folder),
    end,
  }
}

function company(name: string, domain: string, issuer: string, digit: number) {
  return {
    id: `6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e0${digit}`,
    name,
    domains: [domain],
    oidc: { issuer, client_id: name, client_secret: `secret of ${name}` },
  }
}

export function samlCompany({ entityId, ssoUrl, key }: SamlCompany) {
  return {
    id: '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e03',
    name: 'Borealis',
    domains: ['borealis.example'],
    new_people: 'facility',
    saml: { entity_id: entityId, sso_url: ssoUrl, certificates: [key.certificate] },
  }
}
