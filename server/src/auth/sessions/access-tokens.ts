// Issues access tokens. They are JWTs that identify the user for one hour. Anybody with the public key can verify them.
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Account } from '../accounts/account.ts'
import type { Session } from './session.ts'

export const accessTokenLifetimeSeconds = 3600

export class AccessTokens {
  readonly #keyId: string
  readonly #key: ReturnType<typeof importJWK>
  readonly #issuer: string
  readonly #audience: string

  constructor(options: { key: JWK; issuer: string; audience: string }) {
    this.#keyId = options.key.kid ?? ''
    this.#key = importJWK(options.key, 'ES256')
    this.#issuer = options.issuer
    this.#audience = options.audience
  }

  async sign(account: Account, session: Session) {
    const issuedAt = Math.floor(Date.now() / 1000)
    const expiresAt = issuedAt + accessTokenLifetimeSeconds
    const token = await new SignJWT({
      email: account.email ?? '',
      phone: account.phone ?? '',
      app_metadata: account.raw_app_meta_data ?? {},
      user_metadata: account.raw_user_meta_data ?? {},
      role: account.role,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: account.is_anonymous,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: this.#keyId })
      .setIssuer(this.#issuer)
      .setSubject(account.id)
      .setAudience(this.#audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(await this.#key)
    return { token, expiresAt }
  }
}
