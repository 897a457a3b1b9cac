// Signs users in with GitHub. GitHub uses plain OAuth without ID tokens, so this provider reads the user from GitHub's
// API.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
} from 'openid-client'
import { z } from 'zod'
import type { SocialClient } from '../../config/social-settings.ts'
import { readEmail, readProfile } from './claims.ts'
import { ProviderError, providerFetch } from './provider-requests.ts'
import type { Provider, ProviderAccount } from './provider.ts'

const publicGitHub = 'https://github.com'

const user = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.unknown().optional(),
  avatar_url: z.unknown().optional(),
})

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function githubProvider(client: SocialClient, callback: string): Provider {
  const base = (client.url ?? publicGitHub).replace(/\/$/u, '')
  const api = base === publicGitHub ? 'https://api.github.com' : `${base}/api/v3`
  const configuration = configurationFor(client, base)
  return {
    id: 'github',
    name: 'GitHub',
    method: 'oauth',
    begin: async ({ state, verifier }) =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    finish: async ({ state, verifier }, parameters) => {
      const answer = new URL(`${callback}?${parameters.toString()}`)
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const tokens = await authorizationCodeGrant(configuration, answer, checks)
      return readAccount(api, tokens.access_token)
    },
  }
}

function configurationFor({ clientId, clientSecret }: SocialClient, base: string) {
  const login = `${base}/login/oauth`
  const endpoints = {
    issuer: login,
    authorization_endpoint: `${login}/authorize`,
    token_endpoint: `${login}/access_token`,
  }
  const way = ClientSecretPost(clientSecret)
  const configuration = new Configuration(endpoints, clientId, clientSecret, way)
  configuration[customFetch] = providerFetch
  if (base.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

async function readAccount(api: string, token: string): Promise<ProviderAccount> {
  const [{ id, login, name, avatar_url: picture }, addresses] = await Promise.all([
    askApi(`${api}/user`, token, user),
    askApi(`${api}/user/emails`, token, emails),
  ])
  const primary = addresses.find((address) => address.primary)
  return {
    provider: 'github',
    subject: String(id),
    email: readEmail({ email: primary?.email }),
    emailVerified: primary?.verified === true,
    metadata: { ...readProfile({ name: name ?? login, picture }), user_name: login.slice(0, 100) },
  }
}

async function askApi<Shape extends z.ZodType>(address: string, token: string, shape: Shape) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'user-agent': 'sign-in',
  }
  const response = await providerFetch(address, { headers })
  if (response.status !== 200) throw new ProviderError(`GitHub answered ${response.status}`)
  const read = shape.safeParse(await response.json())
  if (!read.success) throw new ProviderError('GitHub sent an unexpected response')
  return read.data
}
