// Somebody else at whom people sign in, and what comes back from there.
import type { Company } from '../../config/company-sign-in.ts'
import type { Method } from '../sessions/session.ts'

/** Who somebody is, on a provider's word. */
export interface OutsideIdentity {
  provider: string
  /** Which of the provider's people: it stays when their address changes. */
  subject: string
  /** Who gave that name, where it is not told by the company. */
  issuer?: string | undefined
  email?: string | undefined
  emailVerified: boolean
  /** What it says of the person: name and picture. */
  metadata: Record<string, unknown>
  /** Set where a company speaks for its own people. */
  company?: Company | undefined
}

/** What belongs to one sign-in at a provider alone. All of it follows from the state. */
export interface Visit {
  state: string
  nonce: string
  /** Of the PKCE between this server and the provider. */
  verifier: string
}

/** Where the browser comes back to. */
export const callbackAt = (site: string) => `${site}/auth/v1/callback`

export interface Provider {
  /** As clients name it. */
  id: string
  /** As people know it. */
  name: string
  /** How a session came about that it opened. */
  method: Method
  /** The browser comes back by a form of the provider's page, with more than fits into an address. */
  comesByForm?: boolean
  /** Where to send the browser. */
  begin: (visit: Visit) => Promise<URL>
  /** What the browser brought back. */
  finish: (visit: Visit, brought: URLSearchParams) => Promise<OutsideIdentity>
}
