// Who heard on a private topic may have lost the right to: it is asked again for all who are there.
import { isConnectionLost } from '../../postgres/error-code.ts'
import { messageOf } from '../../message-of.ts'
import type { Channel, Rights } from '../channels/channel.ts'
import { hearingOf } from '../channels/rights.ts'
import type { Live } from '../parts.ts'
import { failed, unauthorized } from '../refused.ts'
import type { Connection } from './connection.ts'
import { dismiss } from './handle.ts'

/** In one statement. */
const mostAtOnce = 100

interface Hearer {
  connection: Connection
  channel: Channel
  /** Who it was when it was asked. */
  identity: Channel['identity']
}

export async function dismissDeafened(live: Live, connections: Iterable<Connection>) {
  const hearers = [...connections].flatMap(hearersIn)
  const alike = [...Map.groupBy(hearers, placeOf).values()]
  for (let at = 0; at < alike.length; at += mostAtOnce) {
    await askAbout(live, alike.slice(at, at + mostAtOnce))
  }
}

function hearersIn(connection: Connection): Hearer[] {
  return [...connection.channels.values()]
    .filter(({ isPrivate }) => isPrivate)
    .map((channel) => ({ connection, channel, identity: channel.identity }))
}

/** Several sockets of a person on one topic are asked about once. */
function placeOf({ channel: { name }, identity: { role, claims } }: Hearer) {
  return JSON.stringify([name, role, claims])
}

async function askAbout(live: Live, alike: readonly Hearer[][]) {
  const firsts = alike.flatMap(([first]) => (first ? [first] : []))
  const asked = firsts.map(({ channel: { name }, identity }) => ({ name, identity }))
  const answers = await answersTo(live, asked)
  alike.forEach((some, at) => some.forEach((hearer) => apply(live, hearer, answers[at])))
}

/** Where one policy fails the others are asked alone; undefined: nobody can say that this one may hear. */
async function answersTo(
  live: Live,
  asked: Parameters<typeof hearingOf>[1],
): Promise<(Rights['hear'] | undefined)[]> {
  try {
    return await hearingOf(live.pool, asked)
  } catch (error) {
    if (isConnectionLost(error)) throw error
    if (asked.length === 1) {
      live.log.warn(`Who may hear could not be found out: ${messageOf(error)}`)
      return [undefined]
    }
    const answers = []
    for (const one of asked) answers.push(...(await answersTo(live, [one])))
    return answers
  }
}

function apply(
  live: Live,
  { connection, channel, identity }: Hearer,
  hear: Rights['hear'] | undefined,
) {
  // Meanwhile it may have left, or have come with another token: then that was looked at.
  if (!channel.isOpen || channel.identity !== identity) return
  if (hear && hear.size > 0) {
    channel.rights = { ...channel.rights, hear }
    return
  }
  const { reason } = hear ? unauthorized('read from', channel.name) : failed()
  dismiss(live, connection, channel, reason)
}
