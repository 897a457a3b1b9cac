import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { Visitor } from '../visitor.ts'
import { addIdentity } from './identities.ts'
import { tellOfWayIn } from './notice.ts'
import type { OutsideIdentity } from './provider.ts'
import { forgetUnlinked } from './unlinked.ts'

interface How {
  visitor: Visitor
  isByHand: boolean
}

/** From now on the account is open to whoever the provider says this is. */
export async function join(
  db: Queryable,
  account: Account,
  outside: OutsideIdentity,
  { visitor: { ip }, isByHand }: How,
) {
  await forgetUnlinked(db, account.id, outside)
  await addIdentity(db, account.id, outside, isByHand)
  const traits = { provider: outside.provider }
  await audit(db, { action: 'identity_linked', account, ip, traits })
  await tellOfWayIn(db, account, `It can be signed in to through ${nameOf(outside)} from now on.`)
}

function nameOf({ company, provider }: OutsideIdentity) {
  return company?.name ?? provider
}
