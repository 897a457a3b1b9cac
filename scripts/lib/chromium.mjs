import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium; where there is none, it is installed if this machine lets us. */
export async function findChromium() {
  return found() ?? (await install()) ?? giveUp()
}

function found() {
  return places.find((place) => existsSync(place))
}

async function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('\n- installing Chromium')
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  await exitCodeOf('apt-get', ['update', ...quiet])
  await exitCodeOf('apt-get', ['install', '--yes', ...quiet, 'chromium'])
  return found()
}

/** @returns {never} */
function giveUp() {
  throw new StopLine(
    'The tests need a Chromium: install the package chromium, then run them again.',
  )
}
