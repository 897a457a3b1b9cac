import type { Account } from '../accounts/account.ts'
import { asUser } from '../accounts/user.ts'
import type { Auth } from '../parts.ts'
import { accessTokenLasts } from './access-tokens.ts'
import type { Session } from './session.ts'

/** A session as clients keep it. */
export async function answerWith(
  { accessTokens }: Auth,
  account: Account,
  session: Session,
  refreshToken: string,
) {
  const { token, expiresAt } = await accessTokens.sign(account, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenLasts,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: asUser(account),
  }
}

export type SessionAnswer = Awaited<ReturnType<typeof answerWith>>
