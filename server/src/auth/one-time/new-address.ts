// An address that an account is to have. It is the account's once a link that was sent there has come back.
import type { FastifyRequest } from 'fastify'
import { enqueue } from '../../postgres/outbox.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import type { Auth } from '../parts.ts'
import type { LinkWork } from '../work.ts'
import { type Challenge, linkWorkFor } from './ask.ts'

export function linkToNew(
  auth: Auth,
  request: FastifyRequest,
  challenge: Challenge,
  { id: accountId, email: present }: Account,
  newEmail: string,
) {
  const email = present ?? newEmail
  const wanted = { purpose: 'email_change', accountId, email, newEmail } as const
  return linkWorkFor(auth, request, challenge, wanted)
}

export async function noteNewAddress(db: Queryable, { id }: Account, link: LinkWork) {
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    link.newEmail,
  ])
  await enqueue(db, 'auth.link', link)
}
