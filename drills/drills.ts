// Lists the drills in the order in which they run. Without the soak drill, they take a quarter of
// an hour.
import { wrongClock } from './clock.ts'
import { noConnections } from './connections.ts'
import { endsOfTheDatabase } from './database.ts'
import { failoverByPatroni, failoverToStandby } from './failovers.ts'
import { fullDisk } from './full-disk.ts'
import { killsOfTheServer } from './kills.ts'
import { lostAnswers } from './lost-answers.ts'
import { severalNodes } from './nodes.ts'
import { throughPgBouncer } from './pgbouncer.ts'
import { replicaAway } from './replica.ts'
import { restoredBackup } from './restore.ts'
import { rollingRestart } from './rolling.ts'
import { slowDatabase } from './slow-database.ts'
import { soak } from './soak.ts'
import { stopsUnderLoad } from './stop.ts'
import type { Drill } from './support/drill.ts'

export const drills: readonly Drill[] = [
  killsOfTheServer,
  endsOfTheDatabase,
  lostAnswers,
  stopsUnderLoad,
  slowDatabase,
  fullDisk,
  rollingRestart,
  severalNodes,
  failoverToStandby,
  failoverByPatroni,
  throughPgBouncer,
  replicaAway,
  noConnections,
  wrongClock,
  restoredBackup,
  soak,
]
