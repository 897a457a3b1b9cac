// Starts a server for one test file, with test providers for each kind of OAuth sign-in.
import { startOwnServer } from '../own-server.ts'
import { startGitHub } from './git-hub.ts'
import { startOpenId } from '../../../support/open-id/provider.ts'

export const acme = '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e01'
export const guarded = '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e02'
export const unasked = '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e03'

/** Starts the server and the test providers. Each OpenID Connect test provider serves as several providers. */
export async function startProviders(settings: NodeJS.ProcessEnv = {}) {
  const openId = await startOpenId(['google', 'apple', 'microsoft', 'acme'])
  const other = await startOpenId(['guarded', 'unasked'], 'header')
  const gitHub = await startGitHub({ id: 'hub', secret: 'secret of hub' })
  const company = (id: string, name: string, issuer: string) => ({
    id,
    name,
    domains: [`${name}.example`],
    oidc: { issuer, client_id: name, client_secret: `secret of ${name}` },
  })
  const companies = [
    { ...company(acme, 'acme', openId.url), new_people: 'contractor' },
    company(guarded, 'guarded', other.url),
    company(unasked, 'unasked', other.url),
  ]
  const { url } = await startOwnServer({
    settings: {
      ...clientOf('GOOGLE', 'google', openId.url),
      ...clientOf('APPLE', 'apple', openId.url),
      ...clientOf('MICROSOFT', 'microsoft', openId.url),
      GITHUB_CLIENT_ID: 'hub',
      GITHUB_CLIENT_SECRET: 'secret of hub',
      GITHUB_URL: gitHub.url,
      COMPANY_SIGN_IN: JSON.stringify(companies),
      ...settings,
    },
  })
  openId.serve(url)
  other.serve(url)
  return { openId, other, gitHub }
}

function clientOf(name: string, id: string, issuer: string) {
  return {
    [`${name}_CLIENT_ID`]: id,
    [`${name}_CLIENT_SECRET`]: `secret of ${id}`,
    [`${name}_ISSUER`]: issuer,
  }
}
