import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { StopLine } from './stop-line.mjs'

/** The headless shell is Chromium without windows and menus. It renders the same pages with half of the work. */
const headlessShells = ['/usr/bin/chromium-headless-shell']
const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of Chromium. If Chromium is missing, installs it with apt-get, which only root can do. */
export async function findChromium() {
  return (
    findFirst(chromiumPaths) ?? (await install('chromium', chromiumPaths)) ?? failWithoutChromium()
  )
}

/** Returns the path of the headless shell, or of Chromium if the shell cannot be installed. */
export async function findTestBrowser() {
  return (
    findFirst(headlessShells) ??
    (await install('chromium-headless-shell', headlessShells)) ??
    findChromium()
  )
}

/** @param {string[]} paths */
function findFirst(paths) {
  return [process.env.CHROMIUM ?? '', ...paths].find((path) => existsSync(path))
}

/**
 * @param {string} name
 * @param {string[]} paths
 */
async function install(name, paths) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`\n- installing ${name}`)
  const quietOptions = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  await exitCodeOf('apt-get', ['update', ...quietOptions])
  await exitCodeOf('apt-get', ['install', '--yes', ...quietOptions, name])
  return findFirst(paths)
}

/** @returns {never} */
function failWithoutChromium() {
  throw new StopLine('The tests need Chromium. Install the package chromium and run them again.')
}
