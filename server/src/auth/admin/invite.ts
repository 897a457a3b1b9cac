import { z } from 'zod'
import { enqueue } from '../../database/outbox.ts'
import { transact } from '../../database/queryable.ts'
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
      await enqueue(db, 'auth.link', { purpose: 'invite', email: address, redirectTo })
      return invited
    })
    return asUser(account)
  },
}
