// Checks whether clients may still read from their private topics, because the rights can change.
import { messageOf } from '../../message-of.ts'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { loadReadableExtensions } from '../channels/authorization.ts'
import type { Channel, ChannelRights } from '../channels/channel.ts'
import { internalError, unauthorized } from '../errors.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import type { Connection } from './connection.ts'
import { dismiss } from './handle-message.ts'

/** One statement checks this many combinations of topic, role and claims. */
const batchSize = 100

interface Reader {
  connection: Connection
  channel: Channel
  /** The identity of the channel at the time of the check. */
  identity: Channel['identity']
}

export async function recheckReadRights(
  context: RealtimeContext,
  connections: Iterable<Connection>,
) {
  const readers = [...connections].flatMap(readersIn)
  const groups = [...Map.groupBy(readers, rightsKeyOf).values()]
  for (let at = 0; at < groups.length; at += batchSize) {
    await checkGroups(context, groups.slice(at, at + batchSize))
  }
}

function readersIn(connection: Connection): Reader[] {
  return [...connection.channels.values()]
    .filter(({ isPrivate }) => isPrivate)
    .map((channel) => ({ connection, channel, identity: channel.identity }))
}

/** Returns one key for all channels with the same topic, role and claims, so that one check suffices. */
function rightsKeyOf({ channel: { name }, identity: { role, claims } }: Reader) {
  return JSON.stringify([name, role, claims])
}

async function checkGroups(context: RealtimeContext, groups: readonly Reader[][]) {
  const firsts = groups.flatMap(([first]) => (first ? [first] : []))
  const channels = firsts.map(({ channel: { name }, identity }) => ({ name, identity }))
  const rights = await loadRights(context, channels)
  groups.forEach((group, index) =>
    group.forEach((reader) => applyRights(context, reader, rights[index])),
  )
}

/**
 * Loads the rights of several channels, separately if a policy fails. Undefined means that the rights cannot be loaded.
 */
async function loadRights(
  context: RealtimeContext,
  channels: Parameters<typeof loadReadableExtensions>[1],
): Promise<(ChannelRights['readable'] | undefined)[]> {
  try {
    return await loadReadableExtensions(context.pool, channels)
  } catch (error) {
    if (isConnectionLost(error)) throw error
    if (channels.length === 1) {
      context.log.warn(`The rights on a topic could not be checked: ${messageOf(error)}`)
      return [undefined]
    }
    const rights = []
    for (const channel of channels) rights.push(...(await loadRights(context, [channel])))
    return rights
  }
}

function applyRights(
  context: RealtimeContext,
  { connection, channel, identity }: Reader,
  readable: ChannelRights['readable'] | undefined,
) {
  // The channel may have closed or received another token during the check.
  if (!channel.isOpen || channel.identity !== identity) return
  if (readable && readable.size > 0) {
    channel.rights = { ...channel.rights, readable }
    return
  }
  const { reason } = readable ? unauthorized('read from', channel.name) : internalError()
  dismiss(context, connection, channel, reason)
}
