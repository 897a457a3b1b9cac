import { startMailReceiver } from '../tests/support/mail-receiver.ts'
import { Watcher, changesCross, wordsCross } from './nodes/live.ts'
import { endOfSession, limitIsShared } from './nodes/sign-in.ts'
import { mailsGoOnce, schemaIsReadAnew } from './nodes/tasks.ts'
import type { Drill } from './support/drill.ts'
import { liftLimits, person } from './support/people.ts'
import { startTwoServers } from './support/two-servers.ts'

export const severalNodes: Drill = {
  name: 'nodes',
  does: 'two servers of one database behind nginx are one, to whoever is at either',
  async run() {
    const mails = await startMailReceiver()
    const { url, nodes, place, stop } = await startTwoServers({ SMTP_URL: mails.url })
    const [one, other] = nodes
    if (!one || !other) throw new Error('There are not two servers.')
    const urls = [one.url, other.url]
    const facility = await person(one, 'facility')
    const contractor = await person(other, 'contractor')
    const marks = await limitIsShared(urls, facility.key)
    await liftLimits(place)
    const watchers = [
      await Watcher.join(one.url, contractor, 'ann'),
      await Watcher.join(other.url, contractor, 'ben'),
    ] as const
    marks.push(
      ...(await changesCross(facility, [...urls, url], watchers)),
      ...(await wordsCross(...watchers)),
      ...(await endOfSession(await person(one, 'consultant'), urls)),
      ...(await mailsGoOnce(url, facility, place, mails)),
      ...(await schemaIsReadAnew(urls, facility, place)),
    )
    for (const watcher of watchers) watcher.close()
    await stop()
    await mails.close()
    return marks
  },
}
