// A token that replaces the channel's own: what it may not do any more ends at once.
import { z } from 'zod'
import type { Live } from '../parts.ts'
import { cannotSubscribe, unauthorized } from '../refused.ts'
import type { Channel } from './channel.ts'
import { identify } from './identify.ts'
import { privateRights, publicRights } from './rights.ts'

const shape = z.object({ access_token: z.string().nullish() })

export async function renew(live: Live, channel: Channel, payload: unknown, apikey: string) {
  const read = shape.safeParse(payload)
  const token = (read.success ? read.data.access_token : undefined) ?? apikey
  const identity = await identify(live, { apikey: token })
  const rights = channel.isPrivate
    ? await privateRights(live.pool, channel.name, identity)
    : publicRights(identity, live.publicChannels)
  if (rights.hear.size === 0) throw unauthorized('read from', channel.name)
  // Subscriptions were made for what this role may read.
  if (identity.role !== channel.identity.role) {
    throw cannotSubscribe('the token is of another role: join again')
  }
  channel.identity = identity
  channel.rights = rights
}
