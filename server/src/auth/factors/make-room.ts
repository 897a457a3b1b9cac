// What may stand in the way of one more factor.
import type { Queryable } from '../../postgres/queryable.ts'
import { accountById, hasSecondFactor } from '../accounts/account.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import type { Person } from '../person.ts'
import { needsSecondFactor } from './factor.ts'

const most = 10

interface Wanted {
  name: string
  phone: string | null
}

export async function makeRoom(db: Queryable, { account, session }: Person, wanted: Wanted) {
  const { name, phone } = wanted
  // Begun and not finished: whoever begins anew may take the same name and number.
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified'
       and (created_at < now() - interval '10 minutes' or friendly_name = $2 or phone = $3)`,
    [account.id, name, phone],
  )
  const present = await accountById(db, account.id)
  if (!present) throw noSuchUser()
  if (hasSecondFactor(present) && session.aal !== 'aal2') {
    throw needsSecondFactor(403, 'AAL2 required to enroll a new factor')
  }
  if (present.factors.length >= most) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (name.trim() !== '' && present.factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  if (phone) await refuseTaken(db, account.id, phone)
}

async function refuseTaken(db: Queryable, owner: string, phone: string) {
  const { rows } = await db.query(
    'select from auth.mfa_factors where user_id = $1 and phone = $2',
    [owner, phone],
  )
  if (rows.length === 0) return
  const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
  throw new AuthError(422, 'mfa_verified_factor_exists', message)
}
