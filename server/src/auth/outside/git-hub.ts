// GitHub speaks OAuth and says by an API of its own who somebody is.
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
import type { SocialClient } from '../../config/social-sign-in.ts'
import { emailIn, metadataIn } from './claims.ts'
import type { OutsideIdentity, Provider } from './provider.ts'
import { ProviderFailure, providerFetch } from './provider-fetch.ts'

const everybodys = 'https://github.com'

const user = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.unknown().optional(),
  avatar_url: z.unknown().optional(),
})

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function gitHub(client: SocialClient, callback: string): Provider {
  const place = (client.address ?? everybodys).replace(/\/$/u, '')
  const api = place === everybodys ? 'https://api.github.com' : `${place}/api/v3`
  const configuration = configurationFor(client, place)
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
    finish: async ({ state, verifier }, brought) => {
      const answer = new URL(`${callback}?${brought.toString()}`)
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const tokens = await authorizationCodeGrant(configuration, answer, checks)
      return identityOf(api, tokens.access_token)
    },
  }
}

function configurationFor({ clientId, clientSecret }: SocialClient, place: string) {
  const login = `${place}/login/oauth`
  const endpoints = {
    issuer: login,
    authorization_endpoint: `${login}/authorize`,
    token_endpoint: `${login}/access_token`,
  }
  const way = ClientSecretPost(clientSecret)
  const configuration = new Configuration(endpoints, clientId, clientSecret, way)
  configuration[customFetch] = providerFetch
  if (place.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

async function identityOf(api: string, token: string): Promise<OutsideIdentity> {
  const [{ id, login, name, avatar_url: picture }, addresses] = await Promise.all([
    askApi(`${api}/user`, token, user),
    askApi(`${api}/user/emails`, token, emails),
  ])
  const primary = addresses.find((address) => address.primary)
  return {
    provider: 'github',
    subject: String(id),
    email: emailIn({ email: primary?.email }),
    emailVerified: primary?.verified === true,
    metadata: { ...metadataIn({ name: name ?? login, picture }), user_name: login.slice(0, 100) },
  }
}

async function askApi<Shape extends z.ZodType>(address: string, token: string, shape: Shape) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'user-agent': 'sign-in',
  }
  const response = await providerFetch(address, { headers })
  if (response.status !== 200) throw new ProviderFailure(`GitHub answered ${response.status}`)
  const read = shape.safeParse(await response.json())
  if (!read.success) throw new ProviderFailure('GitHub answered something else')
  return read.data
}
