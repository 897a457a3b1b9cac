// Each is run by its name; together they take about ten minutes.
import { endsOfTheDatabase } from './database.ts'
import { fullDisk } from './full-disk.ts'
import { killsOfTheServer } from './kills.ts'
import { lostAnswers } from './lost-answers.ts'
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
] as const
