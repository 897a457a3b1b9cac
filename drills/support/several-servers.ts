// Runs nginx with deploy/nginx.conf in front of several servers on one database, as
// docs/operations/install.md describes.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { createExternalDatabase } from '../../tests/support/external-database.ts'
import {
  root,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from '../../tests/support/server.ts'

/** Starts `count` servers with additional settings, and nginx in front of them. */
export async function startServers(count: number, extraSettings: NodeJS.ProcessEnv = {}) {
  if (spawnSync('nginx', ['-v']).status !== 0) {
    throw new Error('This drill needs nginx on the path (Debian: apt-get install nginx-light).')
  }
  // This server only provides the database that the other servers share.
  const databaseServer = await startServer()
  const DATABASE_URL = await createExternalDatabase(databaseServer, 'shared')
  const DATA_DIR = join(await temporaryFolder(), 'data')
  const shared = {
    DATABASE_URL,
    DATA_DIR,
    SEED: 'demo',
    TRUSTED_PROXIES: '127.0.0.1',
    ...extraSettings,
  }
  const nodes: Server[] = []
  while (nodes.length < count) {
    const PORT = String(await freePort())
    nodes.push(await startServer({ settings: { ...shared, PORT } }))
  }
  const proxy = await startNginx(nodes)
  /** Stops a server and starts it again on the same port. */
  const restart = async (index: number) => {
    const node = nodes[index]
    if (!node) throw new Error(`There is no server ${index}.`)
    await node.stop()
    const PORT = new URL(node.url).port
    nodes[index] = await startServer({ settings: { ...shared, PORT } })
  }
  const stop = async () => {
    await proxy.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await databaseServer.stop()
  }
  const address = { ...databaseServer.connection, database: 'shared' }
  return { url: proxy.url, nodes, address, restart, stop, readProxyErrors: proxy.readErrors }
}

async function startNginx(nodes: readonly Server[]) {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  const example = await readFile(`${root}deploy/nginx.conf`, 'utf8')
  const upstreams = nodes.map(({ url }) => `server ${new URL(url).host} max_fails=0;`)
  const config = example
    .replace(/^ *server 10\.0\.0\.11.*\n.*10\.0\.0\.12.*$/mu, upstreams.join('\n'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', '')
    // Without this directive, nginx writes request errors to the file that `-e` names.
    .replace('error_log /dev/null emerg;', '')
    .replace('/run/nginx.pid', join(folder, 'pid'))
  await writeFile(join(folder, 'nginx.conf'), config)
  const flags = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')]
  const child = spawn('nginx', [...flags, '-g', 'daemon off;'], { stdio: 'ignore' })
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  process.once('exit', () => child.kill('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url).catch(() => undefined)) !== undefined)
  const readErrors = () => readFile(join(folder, 'errors'), 'utf8')
  return { url, stop, readErrors }
}
