import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** Chromium without windows and menus renders the same pages with half of the work. */
const bare = ['/usr/bin/chromium-headless-shell']
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of Chromium, and installs it if it is missing and the machine allows that. */
export async function findChromium() {
  return firstOf(whole) ?? (await install('chromium', whole)) ?? giveUp()
}

/** Prefers the fastest Chromium for tests. */
export async function findTestBrowser() {
  return firstOf(bare) ?? (await install('chromium-headless-shell', bare)) ?? findChromium()
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
