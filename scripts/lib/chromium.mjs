import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** The headless shell is Chromium without windows and menus. It renders the same pages with half of the work. */
const headlessShells = ['/usr/bin/chromium-headless-shell']
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of Chromium. If Chromium is missing, installs it with apt-get, which only root can do. */
export async function findChromium() {
  return firstOf(whole) ?? (await install('chromium', whole)) ?? giveUp()
}

/** Returns the path of the headless shell, or of Chromium if the shell cannot be installed. */
export async function findTestBrowser() {
  return (
    firstOf(headlessShells) ??
    (await install('chromium-headless-shell', headlessShells)) ??
    findChromium()
  )
}

/** @param {string[]} places */
function firstOf(places) {
  return [process.env.CHROMIUM ?? '', ...places].find((place) => existsSync(place))
}

/**
 * @param {string} name
 * @param {string[]} places
 */
async function install(name, places) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`\n- installing ${name}`)
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  await exitCodeOf('apt-get', ['update', ...quiet])
  await exitCodeOf('apt-get', ['install', '--yes', ...quiet, name])
  return firstOf(places)
}

/** @returns {never} */
function giveUp() {
  throw new StopLine('The tests need Chromium. Install the package chromium and run them again.')
}
