import { liftLimits } from '../tests/support/lift-limits.ts'
import { startMailReceiver } from '../tests/support/mail-receiver.ts'
import { Watcher, checkChangesReachAll, checkBroadcastsReachAll } from './nodes/live.ts'
import { checkSessionEnd, checkLimitIsShared } from './nodes/sign-in.ts'
import { checkEmailsAreSentOnce, checkSchemaReload } from './nodes/tasks.ts'
import type { Drill } from './support/drill.ts'
import { signInPerson } from './support/people.ts'
import { startServers } from './support/several-servers.ts'

// @covers operations.several-servers
export const severalNodes: Drill = {
  name: 'nodes',
  summary: 'three servers of one database behind nginx act as one for their clients',
  async run() {
    const mails = await startMailReceiver()
    const settings = { SMTP_URL: mails.url, SITE_URL: 'http://localhost' }
    const { url, nodes, address, stop } = await startServers(3, settings)
    const [firstNode, secondNode] = nodes
    if (!firstNode || !secondNode) throw new Error('There are no servers.')
    const urls = nodes.map((node) => node.url)
    const facility = await signInPerson(firstNode, 'facility')
    const contractor = await signInPerson(secondNode, 'contractor')
    const marks = await checkLimitIsShared(urls, facility.key)
    await liftLimits(address)
    const watchers = await Promise.all(
      urls.map((nodeUrl, index) => Watcher.join(nodeUrl, contractor, `watcher ${index}`)),
    )
    marks.push(
      ...(await checkChangesReachAll(facility, [...urls, url], watchers)),
      ...(await checkBroadcastsReachAll(watchers)),
      ...(await checkSessionEnd(await signInPerson(firstNode, 'consultant'), urls)),
      ...(await checkEmailsAreSentOnce(url, facility, address, mails)),
      ...(await checkSchemaReload(urls, facility, address)),
    )
    for (const watcher of watchers) watcher.close()
    await stop()
    await mails.close()
    return marks
  },
}
