// The great providers, and what the word of each is worth.
import type { SocialClient, SocialClients } from '../../config/social-sign-in.ts'
import { emailIn, isTrue, metadataIn, subjectIn } from './claims.ts'
import { gitHub } from './git-hub.ts'
import { type Claims, OpenIdProvider } from './open-id.ts'
import type { OutsideIdentity, Provider } from './provider.ts'

interface Kind {
  /** As clients of the dialect name it. */
  id: string
  name: string
  issuer: string
  scope?: string
  isFormPost?: boolean
  /** The claim that says that the address is the person's. */
  verifiedBy: string
}

const google: Kind = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  verifiedBy: 'email_verified',
}

const apple: Kind = {
  id: 'apple',
  name: 'Apple',
  issuer: 'https://appleid.apple.com',
  scope: 'openid email',
  isFormPost: true,
  verifiedBy: 'email_verified',
}

/** Whoever has a directory there writes any address into it: only this claim says that it was proven. */
const microsoft: Kind = {
  id: 'azure',
  name: 'Microsoft',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  verifiedBy: 'xms_edov',
}

export function socialProviders(clients: SocialClients, callback: string): Provider[] {
  const open = (kind: Kind, client: SocialClient | undefined) =>
    client && new OpenIdProvider({ ...optionsFor(kind, client), callback })
  return [
    open(google, clients.google),
    open(apple, clients.apple),
    open(microsoft, clients.microsoft),
    clients.github && numberedByGitHub(clients.github, callback),
  ].filter((provider) => provider !== undefined)
}

function optionsFor({ verifiedBy, ...kind }: Kind, client: SocialClient) {
  const { address, ...keys } = client
  const identityIn = (claims: Claims): OutsideIdentity => ({
    provider: kind.id,
    subject: subjectIn(claims),
    issuer: typeof claims['iss'] === 'string' ? claims['iss'] : undefined,
    email: emailIn(claims),
    emailVerified: isTrue(claims[verifiedBy]),
    metadata: metadataIn(claims),
  })
  return { ...kind, issuer: address ?? kind.issuer, ...keys, identityIn }
}

/** Each GitHub numbers its people anew. */
function numberedByGitHub(client: SocialClient, callback: string): Provider {
  const provider = gitHub(client, callback)
  const place = client.address?.replace(/\/$/u, '')
  const issuer = place === undefined ? 'https://api.github.com' : `${place}/api/v3`
  const finish: Provider['finish'] = async (...brought) => ({
    ...(await provider.finish(...brought)),
    issuer,
  })
  return { ...provider, finish }
}
