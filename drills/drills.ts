// Lists the drills in the order in which they run. Without the soak drill, they take a quarter of
// an hour.
import { wrongClock } from './clock.ts'
import { noConnections } from './connections.ts'
import { databaseStops } from './database.ts'
import { failoverByPatroni, failoverToStandby } from './failovers.ts'
import { fullDisk } from './full-disk.ts'
import { serverKills } from './kills.ts'
import { lostResponses } from './lost-responses.ts'
import { severalNodes } from './nodes.ts'
import { throughPgBouncer } from './pgbouncer.ts'
import { replicaRestarts } from './replica.ts'
import { restoredBackup } from './restore.ts'
import { rollingRestart } from './rolling.ts'
import { slowDatabase } from './slow-database.ts'
import { soak } from './soak.ts'
import { stopsUnderLoad } from './stop.ts'
import type { Drill } from './support/drill.ts'

export const drills: readonly Drill[] = [
  serverKills,
  databaseStops,
  lostResponses,
  stopsUnderLoad,
  slowDatabase,
  fullDisk,
  rollingRestart,
  severalNodes,
  failoverToStandby,
  failoverByPatroni,
  throughPgBouncer,
  replicaRestarts,
  noConnections,
  wrongClock,
  restoredBackup,
  soak,
]
