import { liftLimits } from '../tests/support/lift-limits.ts'
import { startMailReceiver } from '../tests/support/mail-receiver.ts'
import { Watcher, changesCross, wordsCross } from './nodes/live.ts'
import { endOfSession, limitIsShared } from './nodes/sign-in.ts'
import { mailsGoOnce, schemaIsReadAnew } from './nodes/tasks.ts'
import type { Drill } from './support/drill.ts'
import { person } from './support/people.ts'
import { startServers } from './support/several-servers.ts'

// @covers operations.several-servers
export const severalNodes: Drill = {
  name: 'nodes',
  does: 'three servers of one database behind nginx are one, to whoever is at any',
  async run() {
    const mails = await startMailReceiver()
    const { url, nodes, address, stop } = await startServers(3, { SMTP_URL: mails.url })
    const [one, other] = nodes
    if (!one || !other) throw new Error('There are no servers.')
    const urls = nodes.map((node) => node.url)
    const facility = await person(one, 'facility')
    const contractor = await person(other, 'contractor')
    const marks = await limitIsShared(urls, facility.key)
    await liftLimits(address)
    const watchers = await Promise.all(
      urls.map((at, number) => Watcher.join(at, contractor, `watcher ${number}`)),
    )
    marks.push(
      ...(await changesCross(facility, [...urls, url], watchers)),
      ...(await wordsCross(watchers)),
      ...(await endOfSession(await person(one, 'consultant'), urls)),
      ...(await mailsGoOnce(url, facility, address, mails)),
      ...(await schemaIsReadAnew(urls, facility, address)),
    )
    for (const watcher of watchers) watcher.close()
    await stop()
    await mails.close()
    return marks
  },
}
