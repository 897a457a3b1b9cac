import { z } from 'zod'
import { enqueue } from '../../postgres/outbox.ts'
import { transact } from '../../postgres/queryable.ts'
import { asUser } from '../accounts/user.ts'
import type { Call } from '../call.ts'
import { email, metadata, read } from '../read.ts'
import { wantedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import { inviteAccount } from './invite-account.ts'

const body = z.strictObject({ email, data: metadata.nullish() })

export const invite: Call = {
  method: 'POST',
  path: '/invite',
  answer: async (auth, request) => {
    const { email: address, data } = read(body, request.body)
    const redirectTo = wantedRedirect(auth.settings, request)
    const account = await transact(auth.pool, async (db) => {
      const { ip } = visitorOf(request)
      const invited = await inviteAccount(db, { email: address, data: data ?? {}, ip })
      const work = { purpose: 'invite', accountId: invited.id, email: address, redirectTo }
      await enqueue(db, 'auth.link', work)
      return invited
    })
    return asUser(account)
  },
}
