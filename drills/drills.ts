// Each is run by its name; together they take a quarter of an hour.
import { endsOfTheDatabase } from './database.ts'
import { failoverByPatroni, failoverToStandby } from './failovers.ts'
import { fullDisk } from './full-disk.ts'
import { killsOfTheServer } from './kills.ts'
import { lostAnswers } from './lost-answers.ts'
import { severalNodes } from './nodes.ts'
import { throughPgBouncer } from './pgbouncer.ts'
import { rollingRestart } from './rolling.ts'
import { slowDatabase } from './slow-database.ts'
import { stopsUnderLoad } from './stop.ts'

export const drills = [
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
] as const
